/*
 * The results: rows, the series that are one curve each (a design with its settings), and the groups that share a plot.
 */
"use strict";

window.addEventListener("error", event => {
    const text = document.createElement("p");
    text.className = "warning";
    text.textContent = "This page cannot show all of the results: " + event.message;
    (document.getElementById("notes") || document.body).append(text);
});

const data = JSON.parse(document.getElementById("data").textContent);
const has = (values, name) => values[name] !== undefined && values[name] !== null && values[name] !== "";
const isNumber = value => typeof value === "number" && isFinite(value);
const plural = (n, word) => n + " " + word + (n === 1 ? "" : "s");

/* A study's row begins with the design and the settings in which points differ; the workload comes behind them. */
function settingsOf(values) {
    const names = Object.keys(values), end = names.indexOf("workload");
    return names[0] === "design" && end > 0 ? names.slice(1, end) : [];
}

function uniq(list) {
    return Array.from(new Set(list));
}

/* The names that members have, in the order in which they come first. */
const memberNames = uniq(data.rows.flatMap(values => Object.keys(values)));
const settingNames = uniq(data.rows.flatMap(settingsOf));
const differing = new Set(memberNames.filter(name => {
    const first = JSON.stringify(data.rows[0][name]);
    return data.rows.some(values => JSON.stringify(values[name]) !== first);
}));
const differs = name => differing.has(name);

const seriesParts = ["design"].concat(settingNames).filter(differs);
const isHypothetical = values => has(values, "hypothetical") && values.hypothetical !== false && values.hypothetical !== "false";

function seriesOf(values) {
    const parts = seriesParts.filter(name => has(values, name));
    const name = parts.map(part => part === "design" ? values[part] : part + "=" + values[part]).join(" ");
    const name_or_engine = name || values.design || (has(values, "engine") ? "engine " + values.engine : "results");
    return name_or_engine + (isHypothetical(values) ? " (hypothetical)" : "");
}

/* One plot has what differs in nothing but design and size. */
const groupParts = ["workload", "what", "collective", "call", "op", "type", "ranks", "team_size", "window", "unit"];

function titleOf(values) {
    const pair = has(values, "op") ? " of " + values.op + (has(values, "type") ? " on " + values.type : "") : "";
    const ranks = has(values, "ranks") ? ", " + plural(values.ranks, "rank") : "";
    const call = values.collective || values.call;
    const kind = has(values, "what") ? ", " + values.what : "";
    return (call ? call + pair + kind : values.workload || "results") + ranks;
}

/* What a row measures. A rank that is slower makes all wait, so the slowest one's number counts. */
function measureOf(values) {
    const isRate = values.what === "bandwidth" || values.what === "rate";
    const value = [isRate ? values.min : values.max, values.avg, values.mean_cycles].find(isNumber);
    const unit = values.unit || (has(values, "mean_cycles") ? "cycles" : "");
    return { value: value, bound: isNumber(values.bound) ? values.bound : undefined, unit: unit, isRate: isRate,
         isSlowest: isNumber(isRate ? values.min : values.max) && has(values, "what") };
}

const clockOf = values => isNumber(values.clock_hz) ? values.clock_hz / 1e6 : values.clock_mhz;

/* The same in microseconds: cycles of different clocks cannot be compared. */
function inMicroseconds(measure, values) {
    const clock = clockOf(values);
    if (measure.unit !== "cycles" || !isNumber(clock) || clock <= 0)
        return measure;
    return Object.assign({}, measure, { value: measure.value === undefined ? undefined : measure.value / clock,
                        bound: measure.bound === undefined ? undefined : measure.bound / clock, unit: "us" });
}

const rows = data.rows.map((values, index) => ({
    index: index, values: values, series: seriesOf(values), group: JSON.stringify(groupParts.map(part => values[part])),
    before: data.match && data.match[index] >= 0 ? data.before[data.match[index]] : null,
}));

const seriesNames = uniq(rows.map(row => row.series));
const clocksDiffer = uniq(data.rows.concat(data.before || []).map(clockOf).filter(isNumber)).length > 1;

for (const row of rows) {
    row.measure = measureOf(row.values);
    row.was = row.before ? measureOf(row.before) : null;
    if (clocksDiffer) {
        row.measure = inMicroseconds(row.measure, row.values);
        row.was = row.was && inMicroseconds(row.was, row.before);
    }
    /* Above 1: as many times as fast as the baseline. */
    const now = row.measure.value, was = row.was ? row.was.value : undefined;
    row.ratio = now > 0 && was > 0 && row.was.unit === row.measure.unit ? now / was : undefined;
}

const groups = uniq(rows.map(row => row.group)).map((key, index) => {
    const members = rows.filter(row => row.group === key), first = members[0].values;
    const title = titleOf(first), workload = has(first, "workload") && first.workload !== title ? first.workload : "";
    const name = title + (workload ? " (" + workload + ")" : "");
    members.forEach(row => row.groupName = name);
    return { index: index, rows: members, title: title, workload: workload, name: name };
});

function sizeText(bytes) {
    for (const [unit, letter] of [[1 << 30, "G"], [1 << 20, "M"], [1 << 10, "K"]])
        if (bytes >= unit && bytes % unit === 0)
            return bytes / unit + letter;
    return String(bytes);
}

/* A number for people: as many digits as it needs, and no more than say something. */
function numberText(value) {
    if (!isNumber(value))
        return String(value);
    const size = Math.abs(value);
    const digits = size >= 1000 || Number.isInteger(value) ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3;
    return value.toLocaleString("en-US", { maximumFractionDigits: digits });
}

/* The same for axes, which have little room. */
function axisText(value) {
    for (const [unit, letter] of [[1e9, " G"], [1e6, " M"]])
        if (Math.abs(value) >= unit)
            return numberText(value / unit) + letter;
    return numberText(value);
}

const quoted = text => /^[\w.,:\/=@%+-]+$/.test(text) ? text : "'" + String(text).replace(/'/g, "'\\''") + "'";

/* The study's file, if the results lie where `sumac study` puts them. */
function studyFile() {
    const match = /^(.*)\.results\/results\.jsonl$/.exec(data.results);
    return match ? match[1] : "FILE";
}

/* The commands that repeat a row: each with a sentence that says what it does. */
function commandsOf(values) {
    const settings = settingsOf(values), list = [];
    const ran = has(values, "settings") ? String(values.settings).split(/ (?=[a-z_]+=)/).filter(text => text) : null;
    if (has(values, "command"))
        return [["This command repeats it.", String(values.command)]];
    if (has(values, "what") && has(values, "collective") && (ran || !settings.some(name => /^[A-Z]/.test(name)))) {
        const words = ["sumac", "perf", values.what, values.collective];
        const add = (option, name) => has(values, name) && words.push(option, values[name]);
        add("--op", "op");
        add("--type", "type");
        if (values.bytes > 0)
            add("--sizes", "bytes");
        add("--window", "window");
        add("--iterations", "iterations");
        add("-n", "ranks");
        if (!ran && !settings.includes("engine"))
            add("--engine", "engine");
        for (const name of ran ? [] : settings)
            if (has(values, name))
                words.push("--set", name + "=" + values[name]);
        for (const text of ran || [])
            words.push("--set", text);
        list.push([!ran && has(values, "design") ? "This command measures it alone, if design " + values.design +
               " sets nothing that is equal in all results." : "This command measures it again.",
               words.map(quoted).join(" ")]);
    }
    if (has(values, "design") && has(values, "workload"))
        list.push(["This command runs the whole study again.",
               "sumac study " + quoted(studyFile()) + " --out " + quoted(studyFile() + ".again")]);
    return list;
}
