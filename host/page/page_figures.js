/*
 * The plots of a group: curves or points with their bound, share of the bound, change, area and path, stages.
 */
const sizeOf = row => row.values.bytes;

/* What a mark's note says. */
function describe(row) {
    const m = row.measure, size = isNumber(sizeOf(row)) ? ", " + plural(sizeOf(row), "byte") : "";
    const value = m.value === undefined ? "" : numberText(m.value) + " " + m.unit;
    const bound = m.bound > 0 ? "bound " + numberText(m.bound) + " " + m.unit : "";
    const share = isNumber(row.values.share) ? "share " + (100 * row.values.share).toFixed(1) + " %" : "";
    const was = isNumber(row.ratio) ? "baseline " + numberText(row.was.value) + " " + m.unit + " (" + changeText(row) + ")" : "";
    return [row.series + size, [value, bound, share, was].filter(text => text).join("; ")];
}

/* "12.3 % faster" */
function changeText(row) {
    const speed = row.measure.isRate ? row.ratio : 1 / row.ratio;
    const percent = Math.abs(100 * (row.ratio - 1)), digits = percent < 100 ? 1 : 0;
    if (percent < .05)
        return "= the same";
    return (speed > 1 ? "\u25b2 better, " : "\u25bc worse, ") + (row.ratio > 1 ? "+" : "\u2212") + percent.toFixed(digits) + " %";
}

/* Rows as curves, in the order of sizes. value(row): what is plotted, or undefined. */
function curvesOf(group, shown, value) {
    return shown.map(series => ({ series: series, rows: group.rows.filter(row => row.series === series && isNumber(value(row)))
        .sort((a, b) => sizeOf(a) - sizeOf(b)) })).filter(curve => curve.rows.length);
}

/* Places of sizes on a logarithmic axis; a size of 0 has a place of its own before the first. */
function sizeScale(sizes, width) {
    const positive = sizes.filter(size => size > 0), first = positive[0] || 1, zero = first / 4;
    const last = positive[positive.length - 1] || 1, margin = sizes.length > 1 ? 1 : 2;
    const scale = d3.scale.log().base(2).domain([(sizes[0] > 0 ? first : zero) / margin, last * margin]).range([14, width - 10]);
    return size => scale(size > 0 ? size : zero);
}

/* spec: file, subtitle, value(row), bound(row), label, format(tick), domain: values that the axis must show, too. */
function drawCurves(place, group, shown, spec) {
    const curves = curvesOf(group, shown, spec.value);
    const all = curves.flatMap(curve => curve.rows), sizes = uniq(all.map(sizeOf)).sort((a, b) => a - b);
    const bounds = d3.map();
    for (const curve of spec.bound ? curvesOf(group, shown, spec.bound) : []) {
        const points = curve.rows.map(row => [sizeOf(row), spec.bound(row)]), key = JSON.stringify(points);
        if (!bounds.has(key))
            bounds.set(key, { points: points, series: [] });
        bounds.get(key).series.push(curve.series);
    }
    const isOne = bounds.size() === 1;
    const boundStyle = bound => isOne ? null : styleOf(bound.series[0]);
    const entries = curves.map(curve => seriesEntry(curve.series)).concat(bounds.size() ?
        [lineEntry(isOne ? "physical bound" : "dotted: physical bound, in the colour of its design", null)] : [],
        spec.reference ? [lineEntry(spec.reference, null)] : []);
    const plot = makePlot(place, group.name, spec.subtitle, spec.file + "-" + group.name, entries);
    const x = sizeScale(sizes, plot.width), values = all.map(spec.value).concat(spec.domain || [],
        ...bounds.values().map(bound => bound.points.map(point => point[1])));
    const y = valueScale(values, [plot.height, 0], !spec.reference);
    drawAxis(plot, "x", x, thinned(sizes, 12), sizeText, "bytes of the call");
    drawAxis(plot, "y", y.scale, y.ticks, spec.format || axisText, spec.label + (y.isLog ? " (logarithmic)" : ""));
    if (spec.reference)
        drawLine(plot.area, null, "M0," + y.scale(1) + "H" + plot.width, true);
    for (const bound of bounds.values())
        drawLine(plot.area, boundStyle(bound), d3.svg.line().x(p => x(p[0])).y(p => y.scale(p[1]))(bound.points), true)
            .classed("bound-line", true);
    for (const curve of curves)
        drawLine(plot.area, styleOf(curve.series),
             d3.svg.line().x(row => x(sizeOf(row))).y(row => y.scale(spec.value(row)))(curve.rows)).classed("curve", true);
    const marks = plot.area.selectAll("path.mark").data(all).enter().append("path");
    marks.each(function (row) {
        const style = styleOf(row.series);
        d3.select(this).attr("class", "mark " + style.stroke).attr("fill", paperColour).attr("stroke", style.colour)
            .attr("stroke-width", 2).attr("d", d3.svg.symbol().type(style.shape).size(46)())
            .attr("transform", "translate(" + x(sizeOf(row)) + "," + y.scale(spec.value(row)) + ")");
    });
    makeReachable(plot, marks, describe);
}

/* One value a design: a line of its own for each, with its name and number. */
function drawPoints(place, group, shown, spec) {
    const list = group.rows.filter(row => shown.includes(row.series) && isNumber(spec.value(row)));
    const bounds = spec.bound ? list.map(spec.bound).filter(isNumber) : [];
    const entries = (bounds.length ? [{ text: "physical bound", draw: key => key.append("path").attr("class", "bound")
        .attr("d", "M18,0V14").attr("stroke", soft).attr("stroke-width", 3) }] : [])
        .concat(spec.reference ? [lineEntry(spec.reference, null)] : []);
    const rowHeight = 26, left = 190;
    const plot = makePlot(place, group.name, spec.subtitle, spec.file + "-" + group.name, entries, list.length * rowHeight + 8);
    const high = d3.max(list.map(spec.value).concat(bounds, spec.domain || []));
    const x = d3.scale.linear().domain([0, high > 0 ? high : 1]).range([left, plot.width - 60]);
    plot.left = left;
    const ticks = x.ticks(5), middle = i => i * rowHeight + rowHeight / 2;
    drawAxis(plot, "x", x, ticks, spec.format || axisText, spec.label);
    if (spec.reference)
        drawLine(plot.area, null, "M" + x(1) + ",0V" + plot.height, true);
    plot.area.selectAll("text.name").data(list).enter().append("text").attr("class", "name").attr("fill", ink)
        .attr("x", -margin.left + 10).attr("y", (row, i) => middle(i) + 4)
        .text(row => fitted(row.series, left + margin.left - 24)).append("title").text(row => row.series);
    plot.area.selectAll("line.stem").data(list).enter().append("line").attr("class", row => "stem " + styleOf(row.series).stroke)
        .attr("stroke", row => styleOf(row.series).colour).attr("stroke-width", 2)
        .attr("x1", x(0)).attr("x2", row => x(spec.value(row))).attr("y1", (row, i) => middle(i)).attr("y2", (row, i) => middle(i));
    if (bounds.length)
        plot.area.selectAll("path.bound").data(list).enter().append("path").filter(row => isNumber(spec.bound(row)))
            .attr("class", "bound bound-line").attr("stroke", soft).attr("stroke-width", 3)
            .attr("d", row => "M" + x(spec.bound(row)) + "," + (middle(list.indexOf(row)) - 9) + "v18");
    plot.area.selectAll("text.value").data(list).enter().append("text").attr("class", "value").attr("fill", ink)
        .attr("x", row => x(Math.max(spec.value(row), spec.bound && spec.bound(row) || 0)) + 10)
        .attr("y", (row, i) => middle(i) + 4)
        .text(row => (spec.format || numberText)(spec.value(row)));
    const marks = plot.area.selectAll("path.mark").data(list).enter().append("path")
        .attr("class", row => "mark " + styleOf(row.series).stroke).attr("fill", paperColour)
        .attr("stroke", row => styleOf(row.series).colour).attr("stroke-width", 2)
        .attr("d", row => d3.svg.symbol().type(styleOf(row.series).shape).size(46)())
        .attr("transform", (row, i) => "translate(" + x(spec.value(row)) + "," + middle(i) + ")");
    makeReachable(plot, marks, describe);
}

const percentText = value => (100 * value).toFixed(value > 0 && value < .1 ? 1 : 0) + " %";

/* The largest size of each design in a group. */
function largest(group, shown) {
    const size = d3.max(group.rows, sizeOf);
    return group.rows.filter(row => shown.includes(row.series) && (size === undefined || sizeOf(row) === size));
}

/* A member of `make synth` against speed. Designs that no other one beats in both are joined by the front. */
function drawFront(place, group, shown, member, label, file) {
    const list = largest(group, shown).filter(row => isNumber(row.values[member]) && isNumber(row.measure.value));
    const isRate = list[0].measure.isRate, cost = row => row.values[member], speed = row => row.measure.value;
    const beats = (a, b) => cost(a) <= cost(b) && (isRate ? speed(a) >= speed(b) : speed(a) <= speed(b)) &&
        (cost(a) < cost(b) || speed(a) !== speed(b));
    const front = list.filter(row => !list.some(other => beats(other, row))).sort((a, b) => cost(a) - cost(b));
    const size = isNumber(sizeOf(list[0])) ? " at " + plural(sizeOf(list[0]), "byte") : "";
    const entries = list.map(row => seriesEntry(row.series + (front.includes(row) ? ", on the front" : "")));
    entries.forEach((entry, i) => entry.draw = seriesEntry(list[i].series).draw);
    const plot = makePlot(place, group.name, label + " against " + list[0].measure.unit + size, file + "-" + group.name,
        entries.concat([lineEntry("Pareto front", null)]));
    const x = d3.scale.linear().domain([0, d3.max(list, cost) * 1.05 || 1]).range([0, plot.width]);
    const y = valueScale(list.map(speed), [plot.height, 0]);
    drawAxis(plot, "x", x, x.ticks(6), axisText, label);
    drawAxis(plot, "y", y.scale, y.ticks, axisText, list[0].measure.unit + (isRate ? ", more is better" : ", less is better"));
    drawLine(plot.area, null,
         d3.svg.line().interpolate("step-after").x(row => x(cost(row))).y(row => y.scale(speed(row)))(front), true)
        .classed("front", true);
    const marks = plot.area.selectAll("path.mark").data(list).enter().append("path")
        .attr("class", row => "mark " + styleOf(row.series).stroke).attr("fill", paperColour)
        .attr("stroke", row => styleOf(row.series).colour).attr("stroke-width", 2)
        .attr("d", row => d3.svg.symbol().type(styleOf(row.series).shape).size(64)())
        .attr("transform", row => "translate(" + x(cost(row)) + "," + y.scale(speed(row)) + ")");
    makeReachable(plot, marks, row => [describe(row)[0], label + " " + numberText(cost(row)) + "; " + describe(row)[1]]);
}

/* Members stage_NAME_CAUSE: cycles in which a stage of the NIC was busy, or why it stalled. */
const stageMembers = memberNames.map(name => /^stage_(\w+)_([a-z]+)$/.exec(name)).filter(match => match);

function drawStages(place, group, shown) {
    const causes = uniq(stageMembers.map(match => match[2])), bars = [];
    for (const row of largest(group, shown))
        for (const stage of uniq(stageMembers.map(match => match[1]))) {
            const parts = causes.map(cause => ({ row: row, cause: cause, value: row.values["stage_" + stage + "_" + cause] }))
                .filter(part => part.value > 0);
            const total = d3.sum(parts, part => part.value);
            let at = 0;
            for (const part of parts) {
                Object.assign(part, { from: at / total, share: part.value / total });
                at += part.value;
            }
            if (parts.length)
                bars.push({ name: stage + (shown.length > 1 ? ", " + row.series : ""), parts: parts });
        }
    if (!bars.length)
        return;
    const rowHeight = 24, left = 150, cause = name => causes.indexOf(name) % colours.length;
    const entries = causes.map(name => ({ text: name.replace(/_/g, " "), draw: key => key.append("rect").attr("x", 8)
        .attr("width", 24)
        .attr("height", 12).attr("class", "f" + cause(name)).attr("fill", colours[cause(name)]) }));
    const plot = makePlot(place, group.name, "what each stage of the NIC did in the whole run, in parts of its cycles",
        "stages-" + group.name, entries, bars.length * rowHeight + 4);
    const x = d3.scale.linear().range([left, plot.width]);
    plot.left = left;
    drawAxis(plot, "x", x, x.ticks(5), percentText, "part of the stage's cycles");
    bars.forEach((bar, i) => {
        plot.area.append("text").attr("fill", ink).attr("x", -margin.left + 10).attr("y", i * rowHeight + 17)
            .text(fitted(bar.name, left + margin.left - 20)).append("title").text(bar.name);
        for (const part of bar.parts) {
            const width = x(part.share) - x(0), text = part.cause.replace(/_/g, " ");
            plot.area.append("rect").attr("class", "part f" + cause(part.cause)).attr("fill", colours[cause(part.cause)])
                .attr("x", x(part.from)).attr("y", i * rowHeight + 3).attr("width", Math.max(0, width - 1.5))
                .attr("height", rowHeight - 6)
                .append("title").text(text + ": " + numberText(part.value) + " cycles, " + percentText(part.share));
            if (width > text.length * charWidth + 10)
                plot.area.append("text").attr("class", "on-part").attr("fill", paperColour).attr("x", x(part.from) + 5)
                    .attr("y", i * rowHeight + 16.5).text(text);
        }
    });
}

const findMember = names => names.find(name => data.rows.some(values => isNumber(values[name])));
const areaMember = findMember(["lut", "luts", "LUT"]), pathMember = findMember(["path_ns", "path", "longest_path_ns"]);

/* All plots of a group, into an empty place. */
function drawGroup(place, group, shown) {
    const sizes = uniq(group.rows.map(sizeOf).filter(isNumber)), draw = sizes.length > 1 ? drawCurves : drawPoints;
    const some = test => group.rows.some(row => shown.includes(row.series) && test(row));
    const first = group.rows[0], m = first.measure;
    const simulated = group.rows.every(row => row.values.simulated === true) ? "simulated " : "";
    const what = m.unit === "us" ? "\u00b5s" : m.unit, whose = m.isSlowest ? " of the slowest rank" : "";
    const onFront = row => isNumber(row.measure.value);
    if (some(row => isNumber(row.measure.value)))
        draw(place, group, shown, { file: "speed", value: row => row.measure.value, bound: row => row.measure.bound,
            label: what + (m.isRate ? ", more is better" : ", less is better"),
            subtitle: (simulated && m.unit === "us" ? "simulated, " : simulated) + what + whose });
    else if (some(row => isNumber(row.measure.bound)))
        draw(place, group, shown, { file: "bound", value: row => row.measure.bound, label: what, subtitle: simulated + what +
            " that no plan can undercut" });
    if (some(row => isNumber(row.values.share)))
        draw(place, group, shown, { file: "share", value: row => row.values.share, label: "share, more is better",
            format: percentText, domain: [0, 1], subtitle: "share of the physical bound that is reached" });
    if (some(row => isNumber(row.ratio)))
        draw(place, group, shown, { file: "change", value: row => row.ratio, label: "ratio, " + (m.isRate ? "more" : "less") +
            " is better", reference: "baseline", domain: [.9, 1, 1.1], subtitle: what + " as a multiple of the baseline's" });
    if (areaMember && largest(group, shown).some(row => isNumber(row.values[areaMember]) && onFront(row)))
        drawFront(place, group, shown, areaMember, "LUT by make synth", "area");
    if (pathMember && largest(group, shown).some(row => isNumber(row.values[pathMember]) && onFront(row)))
        drawFront(place, group, shown, pathMember, "longest path by make synth, ns", "path");
    if (stageMembers.length)
        drawStages(place, group, shown);
}
