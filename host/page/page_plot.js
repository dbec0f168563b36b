/*
 * What all plots share: frame, axes, key, marks that the keyboard reaches, and the note that a mark shows.
 * Light colours are attributes of each shape, so that a plot also stands alone as a file; the page's style sheet overrides them.
 */
const colours = ["#0b57a4", "#c04a00", "#007a5a", "#a3307e", "#6b5b00", "#5a48b8", "#8a1f1f", "#3a3a3a"];
const shapes = ["circle", "square", "diamond", "triangle-up", "cross", "triangle-down"];
const dashes = ["", "9 4", "3 3", "12 4 3 4"];
const ink = "#1a1a1a", soft = "#595959", paperColour = "#ffffff", lineColour = "#c8c8c8";
const plotWidth = 640, plotHeight = 300, margin = { left: 78, right: 22, top: 64, bottom: 48 };
const charWidth = 6.6, keyLine = 18;

/* A text that fits in so many units of width; 12 units of height have letters of about charWidth. */
function fitted(text, width) {
    const n = Math.max(4, Math.floor(width / charWidth));
    return text.length > n ? text.slice(0, n - 1) + "\u2026" : text;
}

function styleOf(series) {
    const index = seriesNames.indexOf(series);
    return { colour: colours[index % colours.length], stroke: "s" + index % colours.length, fill: "f" + index % colours.length,
         shape: shapes[index % shapes.length], dash: dashes[Math.floor(index / colours.length) % dashes.length] };
}

/* The key below the plot: entries in as many columns as fit, and below them those that are wide. */
function keyLayout(entries) {
    const few = entries.filter(entry => !entry.isWide), room = plotWidth - 20;
    const longest = d3.max(few, entry => entry.text.length) || 0;
    const columns = Math.max(1, Math.min(3, Math.floor(room / (longest * charWidth + 48))));
    const lines = Math.ceil(few.length / columns);
    const places = new Map(few.map((entry, i) => [entry, [i % columns * room / columns, Math.floor(i / columns) * keyLine]]));
    entries.filter(entry => entry.isWide).forEach((entry, i) => places.set(entry, [0, (lines + i) * keyLine]));
    return { places: places, widthOf: entry => entry.isWide ? room : room / columns,
         height: (lines + entries.length - few.length) * keyLine };
}

let nPlots = 0;

/* An empty plot with its title. Inner height as asked; the key's place is added. */
function makePlot(place, title, subtitle, file, entries, height) {
    const layout = keyLayout(entries), inner = height || plotHeight;
    const total = margin.top + inner + margin.bottom + layout.height + (entries.length ? 10 : 0);
    const svg = d3.select(place).append("figure").append("svg").attr("xmlns", "http://www.w3.org/2000/svg")
        .attr("data-file", String(++nPlots).padStart(2, "0") + "-" +
            file.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 90))
        .attr("viewBox", "0 0 " + plotWidth + " " + total).attr("width", plotWidth).attr("height", total)
        .attr("role", "group").attr("aria-label", title + ": " + subtitle)
        .attr("font-family", "DejaVu Sans, Arial, sans-serif").attr("font-size", 12);
    svg.append("rect").attr("class", "paper").attr("width", plotWidth).attr("height", total).attr("fill", paperColour);
    svg.append("text").attr("x", 10).attr("y", 18).attr("font-size", 13).attr("font-weight", "bold").attr("fill", ink)
        .text(fitted(title, (plotWidth - 20) * .84));
    svg.append("text").attr("class", "soft").attr("x", 10).attr("y", 36).attr("fill", soft).text(fitted(subtitle, plotWidth - 20));
    const key = svg.append("g").attr("transform", "translate(10," + (total - layout.height - 2) + ")").selectAll("g").data(entries)
        .enter().append("g").attr("transform", entry => "translate(" + layout.places.get(entry) + ")");
    key.each(function (entry) {
        entry.draw(d3.select(this));
    });
    key.append("text").attr("x", 40).attr("y", 11).attr("fill", ink).text(entry => fitted(entry.text, layout.widthOf(entry) - 48))
        .append("title").text(entry => entry.text);
    return { svg: svg, area: svg.append("g").attr("transform", "translate(" + margin.left + "," + margin.top + ")"),
         width: plotWidth - margin.left - margin.right, height: inner };
}

function drawLine(place, style, path, isBound) {
    return place.append("path").attr("class", isBound && !style ? "bound" : (style ? style.stroke : "")).attr("fill", "none")
        .attr("stroke", style ? style.colour : soft).attr("stroke-width", isBound ? 1.5 : 2)
        .attr("stroke-dasharray", isBound ? "2 4" : style.dash || null).attr("d", path);
}

function drawMark(place, style) {
    return place.append("path").attr("class", "mark " + style.stroke).attr("d", d3.svg.symbol().type(style.shape).size(46))
        .attr("fill", paperColour).attr("stroke", style.colour).attr("stroke-width", 2);
}

function seriesEntry(series) {
    return { text: series, draw: place => {
        drawLine(place, styleOf(series), "M2,7H34");
        drawMark(place, styleOf(series)).attr("transform", "translate(18,7)");
    } };
}

function lineEntry(text, style) {
    return { text: text, isWide: true, draw: place => drawLine(place, style, "M2,7H34", true) };
}

/* Draws an axis by hand of its ticks, so that we choose which have texts. side: "x" or "y". */
function drawAxis(plot, side, scale, ticks, format, label) {
    const isX = side === "x", axis = plot.area.append("g").attr("class", "axis");
    const grid = plot.area.insert("g", ":first-child").attr("class", "grid");
    axis.append("path").attr("fill", "none").attr("stroke", soft)
        .attr("d", isX ? "M" + (plot.left || 0) + "," + plot.height + "H" + plot.width : "M0,0V" + plot.height);
    for (const tick of ticks) {
        const at = Math.round(scale(tick) * 10) / 10;
        grid.append("line").attr("stroke", lineColour).attr("stroke-width", .7).attr("x1", isX ? at : 0)
            .attr("x2", isX ? at : plot.width).attr("y1", isX ? 0 : at).attr("y2", isX ? plot.height : at);
        axis.append("text").attr("fill", ink).attr("x", isX ? at : -8).attr("y", isX ? plot.height + 17 : at + 4)
            .attr("text-anchor", isX ? "middle" : "end").text(format(tick));
    }
    axis.append("text").attr("class", "soft").attr("fill", soft).attr("x", isX ? plot.width : -margin.left + 10)
        .attr("y", isX ? plot.height + 36 : -8).attr("text-anchor", isX ? "end" : "start").text(label);
}

/* Every so many of the values, at most `most`; the ends stay. */
function thinned(values, most) {
    const step = Math.ceil(values.length / most);
    return values.filter((value, i) => i % step === 0);
}

/* A scale for numbers, with its ticks: logarithmic where they differ much, else from 0 unless told otherwise. */
function valueScale(values, range, isFromZero) {
    const low = d3.min(values), high = d3.max(values);
    if (low > 0 && high / low >= 5) {
        const scale = d3.scale.log().domain([low / 1.15, high * 1.15]).range(range);
        const isFine = high / low < 1e4;
        const ticks = scale.ticks().filter(tick => {
            const lead = tick / Math.pow(10, Math.floor(Math.log10(tick) + 1e-9));
            return Math.abs(lead - 1) < 1e-6 || (isFine && (Math.abs(lead - 2) < 1e-6 || Math.abs(lead - 5) < 1e-6));
        });
        return { scale: scale, ticks: ticks, isLog: true };
    }
    const from = isFromZero === false ? low : Math.min(0, low);
    const scale = d3.scale.linear().domain([from, high > 0 ? high * 1.05 : 1]).range(range).nice();
    return { scale: scale, ticks: scale.ticks(6), isLog: false };
}

/* The note beside what has the pointer or the focus: lines of text, then commands. */
function showTip(node, lines, commands) {
    hideTip();
    const tip = d3.select("body").append("div").attr("id", "tip").attr("role", "tooltip");
    lines.forEach(line => tip.append("p").text(line));
    commands.forEach(command => tip.append("p").attr("class", "command").text(command[1]));
    const box = node.getBoundingClientRect(), own = tip.node().getBoundingClientRect(), page = document.documentElement;
    const left = Math.min(box.right + 10, page.clientWidth - own.width - 8);
    tip.style("left", Math.max(8, left) + window.scrollX + "px").style("top", box.bottom + 8 + window.scrollY + "px");
}

function hideTip() {
    d3.select("#tip").remove();
}

/* Makes shapes of rows reachable: one by the tab key, the others from there by arrows. describe(row) gives lines of text. */
function makeReachable(plot, marks, describe) {
    const nodes = marks[0], show = function (row) {
        showTip(this, describe(row), commandsOf(row.values).slice(0, 1));
    };
    marks.attr("tabindex", (row, i) => i ? -1 : 0).attr("role", "button").attr("aria-label", row => describe(row).join(". "))
        .on("mouseenter", show).on("mouseleave", hideTip).on("focus", show).on("blur", hideTip)
        .on("click", row => showRow(row))
        .on("keydown", function (row) {
            const key = d3.event.key, at = nodes.indexOf(this);
            const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
            if (key === "Enter" || key === " ")
                showRow(row);
            else if (key === "Escape")
                hideTip();
            else if (step)
                nodes[(at + step + nodes.length) % nodes.length].focus();
            else
                return;
            d3.event.preventDefault();
        });
}
