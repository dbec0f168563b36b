/*
 * Puts the page together: what the results are of, plots, changes, the table of all rows.
 */
const byId = id => document.getElementById(id);
const shownAtFirst = 8;
const isForFiles = location.hash === "#svg";
let shownSeries = isForFiles ? seriesNames : seriesNames.slice(0, shownAtFirst);
let allTable;

/* Members that are equal in all rows are said once; those that measure are always columns. */
const alwaysColumns = ["design", "workload", "bytes", "min", "avg", "max", "us", "bound", "share", "mean_cycles"];
const isColumn = name => alwaysColumns.includes(name) || differs(name);
const isEmpty = name => !data.rows.some(values => has(values, name));

function note(text, isWarning) {
    d3.select(byId("notes").parentNode).append("p").attr("class", isWarning ? "warning" : null).text(text);
}

function countText(n) {
    return n === rows.length ? (n === 1 ? "The result" : "All results") : n + " of " + plural(rows.length, "result");
}

function drawAbout() {
    const simulated = rows.filter(row => row.values.simulated === true), clocks = uniq(simulated.map(row => clockOf(row.values))
        .filter(isNumber));
    const hypothetical = rows.filter(row => isHypothetical(row.values));
    const unclean = rows.filter(row => row.values.clean === false), failed = rows.filter(row => row.values.exit_status > 0);
    const isMany = n => n !== 1;
    const are = list => countText(list.length) + (isMany(list.length) ? " are" : " is");
    const add = (name, text) => {
        d3.select("#same").append("dt").text(name);
        d3.select("#same").append("dd").text(text);
    };
    note(plural(rows.length, "result") + " of " + plural(seriesNames.length, "design") + " from " + data.results +
        (data.baseline ? ", compared with " + data.baseline : "") + ".");
    if (simulated.length)
        note(are(simulated) + " simulated: the cycles are those of simulated NICs" +
            (clocks.length ? ", at a clock of " + clocks.map(numberText).join(" or ") + " MHz." : "."));
    if (clocksDiffer)
        note("The clocks differ, so the plots show microseconds instead of cycles.");
    if (hypothetical.length)
        note(are(hypothetical) + " hypothetical: " +
            uniq(hypothetical.map(row => typeof row.values.hypothetical === "string" ? row.values.hypothetical :
                "no such NIC has been shown to be possible")).join("; ") + ".", true);
    if (unclean.length)
        note(countText(unclean.length) + (isMany(unclean.length) ? " were" : " was") +
            " measured on a tree that was not clean: the commit does not say which sources these were.", true);
    if (failed.length)
        note(are(failed) + " from a job that failed.", true);
    add("results", data.results);
    if (data.baseline)
        add("baseline", data.baseline);
    for (const name of memberNames)
        if (!isColumn(name) && !isEmpty(name))
            add(labelOf(name), cellText(data.rows[0][name], digitsOf(data.rows[0][name])));
    if (seriesNames.length > 1 || seriesParts.length)
        add("differ in", seriesParts.map(labelOf).join(", "));
    document.title = "Sumac results: " + data.results;
    byId("made").textContent = "`sumac page` made this page, which fetches nothing. The plots are drawn by d3 " + d3.version + ".";
}

/* A group's plots are drawn when they are first looked at. */
function showGroups(wanted) {
    groups.forEach((group, i) => {
        const place = byId("group-" + i), isWanted = wanted === "all" || Number(wanted) === i;
        place.hidden = !isWanted;
        if (isWanted && place.drawn !== shownSeries) {
            const figures = d3.select(place).select(".figures");
            figures.selectAll("*").remove();
            drawGroup(figures.node(), group, shownSeries);
            place.drawn = shownSeries;
        }
    });
}

function drawSelector() {
    const controls = d3.select("#controls");
    controls.append("label").attr("for", "pick").text("Call and workload");
    const pick = controls.append("select").attr("id", "pick").on("change", function () { showGroups(this.value); });
    pick.append("option").attr("value", "all").text("all (" + groups.length + ")");
    groups.forEach((group, i) => pick.append("option").attr("value", i).text(group.name));
    pick.node().value = groups.length > 6 ? "0" : "all";
    controls.style("display", groups.length > 1 ? null : "none");
}

/* On paper there are no boxes. */
function tellShown() {
    byId("shown").textContent = shownSeries.length === seriesNames.length ? "" :
        "The plots show " + shownSeries.length + " of " + plural(seriesNames.length, "design") + ".";
}

function drawSeriesBoxes() {
    if (seriesNames.length < 2)
        return;
    const field = d3.select("#controls").append("xhtml:fieldset").attr("class", "series");
    byId("shown").before(field.node());
    field.append("legend").text("Designs in the plots");
    const each = field.selectAll("label").data(seriesNames).enter().append("label");
    each.append("input").attr("type", "checkbox").property("checked", name => shownSeries.includes(name)).on("change", () => {
        shownSeries = seriesNames.filter((name, i) => field.selectAll("input")[0][i].checked);
        showGroups(byId("pick").value);
        tellShown();
    });
    each.append("span").text(name => " " + name);
    tellShown();
}

function drawPlots() {
    const places = d3.select("#groups").selectAll("section").data(groups).enter().append("section")
        .attr("id", (group, i) => "group-" + i).attr("class", "group").attr("aria-labelledby", (group, i) => "group-title-" + i);
    places.append("h3").attr("id", (group, i) => "group-title-" + i).text(group => group.name);
    places.append("div").attr("class", "figures");
    drawSelector();
    drawSeriesBoxes();
    showGroups(byId("pick").value);
}

function drawChanges() {
    const matched = rows.filter(row => row.before), compared = matched.filter(row => isNumber(row.ratio));
    const digits = list => Math.min(3, d3.max(list, digitsOf) || 0), signs = compared.map(changeText);
    const count = sign => signs.filter(text => text.startsWith(sign)).length;
    if (!data.baseline)
        return;
    byId("changes").hidden = false;
    byId("changes-note").textContent = matched.length + " of " + plural(rows.length, "result") +
        " have their like in the baseline." + (compared.length < matched.length ? " " + (matched.length - compared.length) +
        " of them have nothing to compare." : "") +
        " " + count("\u25b2") + " are better, " + count("\u25bc") + " worse, " + count("=") + " the same. The worst come first.";
    if (!compared.length)
        return;
    const now = digits(compared.map(row => row.measure.value)), was = digits(compared.map(row => row.was.value));
    const columns = [
        { label: "design", value: row => row.series }, { label: "call", value: row => row.groupName, isLong: true },
        { label: "bytes", value: sizeOf, isNumber: true, digits: 0 },
        { label: "baseline", value: row => row.was.value, isNumber: true, digits: was },
        { label: "result", value: row => row.measure.value, isNumber: true, digits: now },
        { label: "unit", value: row => row.measure.unit },
        { label: "change", value: row => (row.measure.isRate ? 1 : -1) * Math.log(row.ratio), isNumber: true,
          text: changeText, mark: row => /better/.test(changeText(row)) ? "better" : /worse/.test(changeText(row)) ? "worse" : "" },
    ];
    const used = columns.filter(column => compared.some(row => has([column.value(row)], 0)));
    makeTable(byId("changes-table"), "Changes against the baseline", used, compared,
        { column: columns[columns.length - 1], direction: 1 });
}

function drawAll() {
    const columns = memberNames.filter(name => isColumn(name) && !isEmpty(name)).map(name => memberColumn(name, rows))
        .sort((a, b) => a.isLong - b.isLong);
    const filter = byId("filter"), count = byId("filter-count");
    const texts = rows.map(row => columns.map(column => cellText(column.value(row), column.digits)).join("\n").toLowerCase());
    allTable = makeTable(byId("all-table"), "All results", columns, rows);
    filter.addEventListener("input", () => {
        const words = filter.value.toLowerCase().split(/\s+/).filter(word => word);
        allTable.list = rows.filter((row, i) => words.every(word => texts[i].includes(word)));
        allTable.draw();
        count.textContent = words.length ? plural(allTable.list.length, "row") : "";
    });
}

/* From a mark of a plot to its row. */
function showRow(row) {
    hideTip();
    if (!allTable.list.includes(row)) {
        byId("filter").value = "";
        byId("filter").dispatchEvent(new Event("input"));
    }
    allTable.open(row);
}

drawAbout();
drawPlots();
if (isForFiles) {
    /* The document that `sumac page --svg` reads has plots and nothing else. */
    showGroups("all");
    const plots = Array.from(document.querySelectorAll("figure svg"));
    document.head.replaceChildren();
    document.body.replaceChildren(...plots);
} else {
    drawChanges();
    drawAll();
    /* Paper has all plots. */
    window.addEventListener("beforeprint", () => showGroups("all"));
    window.addEventListener("afterprint", () => showGroups(byId("pick").value));
}
