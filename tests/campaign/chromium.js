/* Looks at the page from within, as a reader with a mouse and a keyboard: prints NAME=VALUE lines into the element #found. */
const found = [], tell = (name, value) => found.push(name + "=" + value);
const all = selector => Array.from(document.querySelectorAll(selector));
const texts = selector => all(selector).map(node => node.textContent);
const column = (table, label) => texts(table + " th").findIndex(text => text.startsWith(label)) + 1;
const cells = (table, label) => texts(table + " tr.row td:nth-child(" + column(table, label) + ")").join(" ");
const press = key => document.activeElement.dispatchEvent(
    new KeyboardEvent("keydown", { key: key, bubbles: true, cancelable: true }));

tell("plots", all("figure svg").length);
tell("curves", all("svg .curve").length);
tell("bounds", all("svg .bound-line").length);
tell("marks", all("svg [role=button]").length);
tell("fronts", all("svg .front").length);
tell("best", texts("svg title").filter(text => text.endsWith("on the front")).length);
tell("parts", all("svg .part").length);
tell("rows", all("#all-table tr.row").length);
tell("warnings", all(".warning").length);
tell("changes", cells("#changes-table", "change").replace(/[^a-z ]/g, "").replace(/ +/g, " ").trim());
tell("units", Array.from(new Set(cells("#changes-table", "unit").split(" "))).join(" "));

/* Texts of a plot must not lie on each other, nor reach out of it. */
tell("overlaps", all("figure svg").map(svg => {
    const frame = svg.getBoundingClientRect();
    const boxes = Array.from(svg.querySelectorAll("text:not(.on-part)")).map(text => text.getBoundingClientRect())
        .filter(box => box.width);
    const isOut = box => box.left < frame.left || box.right > frame.right + 1 || box.bottom > frame.bottom + 1;
    const isOn = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom - 2 && b.top < a.bottom - 2;
    return boxes.filter((box, i) => isOut(box) || boxes.slice(i + 1).some(other => isOn(box, other))).length;
}).reduce((sum, n) => sum + n, 0));

const head = label => all("#all-table th button").find(button => button.textContent === label);
head("max").click();
tell("ascending", cells("#all-table", "max"));
head("max").click();
tell("descending", cells("#all-table", "max"));
tell("sorted", all("#all-table th[aria-sort=descending]").length);

document.querySelector("svg [role=button]").focus();
const first = document.activeElement;
press("ArrowRight");
tell("moved", document.activeElement !== first && document.activeElement.getAttribute("role") === "button");
tell("tip", texts("#tip").join().includes("--sizes 64"));
press("Enter");
tell("command", texts("#all-table tr.detail .command")[0]);
document.querySelector("#filter").value = "slow barrier";
document.querySelector("#filter").dispatchEvent(new Event("input"));
tell("filtered", all("#all-table tr.row").length);
all(".series input")[0].click();
tell("fewer", all("svg .curve").length);
tell("fetched", performance.getEntriesByType("resource").length);

const place = document.createElement("pre");
place.id = "found";
place.textContent = "\n" + found.join("\n") + "\n";
document.body.append(place);
