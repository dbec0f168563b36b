/*
 * Tables whose heads sort, with a row of detail below a row: the command that repeats it, to be copied.
 */
const labels = { clock_mhz: "clock, MHz", wall_s: "wall time, s", team_size: "team size", us: "slowest, \u00b5s",
         exit_status: "exit status", mean_cycles: "mean cycles", min_cycles: "least cycles", max_cycles: "most cycles" };
const labelOf = name => labels[name] || (settingNames.includes(name) ? name : name.replace(/_/g, " "));

const digitsOf = value => Math.min(6, (String(value).split(".")[1] || "").length);

function cellText(value, digits) {
    if (value === undefined || value === null)
        return "";
    if (isNumber(value))
        return Math.abs(value) >= 1e15 || (value !== 0 && Math.abs(value) < 1e-6) ? String(value) :
            value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
    return value === true ? "yes" : value === false ? "no" : typeof value === "object" ? JSON.stringify(value) : String(value);
}

/* A column of a member of rows. Its numbers have as many digits as the one that has most, within reason; a cell's title has all. */
function memberColumn(name, list) {
    const values = list.map(row => row.values[name]), numbers = values.filter(isNumber);
    const longest = d3.max(values, value => typeof value === "string" ? value.length : 0);
    return { name: name, label: labelOf(name), value: row => row.values[name], isNumber: numbers.length > 0,
         isLong: longest > 40, digits: Math.min(d3.max(numbers, digitsOf) || 0, d3.max(numbers, Math.abs) >= 100 ? 2 : 4) };
}

/* Blanks come last in both orders. */
function compareCells(a, b, direction) {
    const isBlank = value => value === undefined || value === null || value === "";
    if (isBlank(a) || isBlank(b))
        return isBlank(a) - isBlank(b);
    if (isNumber(a) && isNumber(b))
        return direction * (a - b);
    return direction * String(a).localeCompare(String(b), "en", { numeric: true });
}

const rowsAtOnce = 500;

/* A table of rows in a place. columns: label, value(row), isNumber, digits, text(row, value), mark(row). */
function makeTable(place, caption, columns, list, sorted) {
    const self = { by: sorted ? sorted.column : null, direction: sorted ? sorted.direction : 1, shown: rowsAtOnce, list: list };
    const table = d3.select(place).append("table").attr("aria-label", caption);
    const head = table.append("thead").append("tr"), body = table.append("tbody");
    const more = d3.select(place).append("p").append("button").attr("type", "button");
    head.append("th").attr("class", "tool").attr("scope", "col").text("Repeat");
    const heads = head.selectAll("th.column").data(columns).enter().append("th").attr("scope", "col")
        .attr("class", column => "column" + (column.isNumber ? " number" : ""));
    heads.append("span").attr("class", "on-paper").text(column => column.label); /* Chromium repeats no buttons on later pages */
    heads.append("button").attr("type", "button").text(column => column.label).on("click", column => {
        self.direction = self.by === column ? -self.direction : 1;
        self.by = column;
        self.draw();
    });
    more.on("click", () => {
        self.shown += 4 * rowsAtOnce;
        self.draw();
    });
    self.draw = () => {
        const order = self.list.slice();
        if (self.by)
            order.sort((a, b) => compareCells(self.by.value(a), self.by.value(b), self.direction) || a.index - b.index);
        self.order = order;
        heads.attr("aria-sort", column => column !== self.by ? "none" : self.direction > 0 ? "ascending" : "descending");
        body.selectAll("tr").remove();
        order.slice(0, self.shown).forEach(row => drawRow(body, columns, row));
        more.style("display", order.length > self.shown ? null : "none")
            .text("Show more: " + self.shown + " of " + order.length + " rows are shown");
    };
    /* Opens the row's detail. */
    self.open = row => {
        while (self.order.indexOf(row) >= self.shown)
            self.shown += rowsAtOnce;
        self.draw();
        const button = body.selectAll("tr.row").filter(other => other === row).select("button").node();
        if (!button)
            return;
        if (button.getAttribute("aria-expanded") !== "true")
            button.click();
        button.focus();
        button.scrollIntoView({ block: "center" });
    };
    self.draw();
    return self;
}

function drawRow(body, columns, row) {
    const line = body.append("tr").datum(row).attr("class", "row"), commands = commandsOf(row.values);
    line.append("td").attr("class", "tool").append("button").attr("type", "button").attr("aria-expanded", "false")
        .attr("aria-label", "Show the command that repeats this row").text("\u2026")
        .on("mouseenter", function () { showTip(this, [], commands); }).on("mouseleave", hideTip)
        .on("focus", function () { showTip(this, [], commands); }).on("blur", hideTip)
        .on("click", function () {
            hideTip();
            toggleDetail(line.node(), this, columns.length + 1, commands);
        });
    for (const column of columns) {
        const value = column.value(row), text = column.text ? column.text(row, value) : cellText(value, column.digits);
        line.append("td").attr("class", [column.isNumber ? "number" : "", column.isLong ? "long" : "",
            column.mark ? column.mark(row) : ""].join(" ").trim() || null).text(text)
            .attr("title", isNumber(value) && digitsOf(value) > column.digits ? value : null);
    }
}

function toggleDetail(line, button, width, commands) {
    const next = line.nextElementSibling, isOpen = next && next.classList.contains("detail");
    button.setAttribute("aria-expanded", String(!isOpen));
    if (isOpen) {
        next.remove();
        return;
    }
    const detail = document.createElement("tr");
    detail.className = "detail";
    line.after(detail);
    const cell = d3.select(detail).append("td").attr("colspan", width);
    if (!commands.length)
        cell.append("p").text("The row does not say which command made it.");
    for (const [what, command] of commands) {
        const part = cell.append("p");
        part.append("span").text(what + " ");
        part.append("code").attr("class", "command").text(command);
        part.append("button").attr("type", "button").text("Copy").on("click", function () {
            copyText(command, part.select("code").node(), this);
        });
    }
}

/* A page opened from a file may not reach the clipboard; then the text is selected. */
function copyText(text, node, button) {
    const select = () => {
        window.getSelection().selectAllChildren(node);
        button.textContent = document.execCommand && document.execCommand("copy") ? "Copied" : "Selected: copy it now";
    };
    if (navigator.clipboard)
        navigator.clipboard.writeText(text).then(() => button.textContent = "Copied", select);
    else
        select();
}
