// The plots of scores with their intervals: a row for each pattern, a mark for each run. Metrics of which more is
// better, of which less is better, and of which neither is, have a plot each.

const charts = new Map();
const SIDES = { higher: "Higher is better", lower: "Lower is better", neither: "Neither high nor low is a merit" };

function drawPlot(k) {
  const rows = plotted(k);
  const what = [k ? `top ${k}` : null, written.length ? FIRST : null].filter(Boolean).join(", ");
  const sides = Object.keys(SIDES).filter((side) => rows.some((row) => row.better === side));
  for (const side of sides) {
    const own = rows.filter((row) => row.better === side);
    const place = placeOf(side, sides.length > 1);
    charts.set(side, drawWhiskers(charts.get(side) ?? null, place, own.map((row) => row.texts), [...head.runs.keys()], (run, row) => own[row].at(run), `score, ${what}`, 15, (row) => own[row].floors));
    charts.get(side).off("click");
    charts.get(side).on("click", (clicked) => clicked.data.score && show({ pattern: clicked.data.score.pattern, group: null }, "patterns-title"));
    place.setAttribute("aria-label", visible(inWords(k, own)));
  }
}

/** Where the plot of one side stands; with a title where there are several. */
function placeOf(side, titled) {
  const id = `plot-${side}`;
  if (!byId(id)) {
    byId("plot").append(...(titled ? [make("h3", { class: "side" }, SIDES[side])] : []), make("div", { class: "plot", id, role: "img" }));
  }
  return byId(id);
}

/** What has a row: each pattern's own score, and each of the seven metrics of written triples. */
function plotted(k) {
  return [
    ...asked.map((pattern) => ({
      better: definition(pattern.metric).better,
      texts: [pattern.name, ownForm(pattern) ? `(${ownForm(pattern)})` : null, neutral(pattern) ? "(no merit)" : null].filter(Boolean),
      at: (run) => scoreOf(head.scores, run, pattern.name, pattern.metric, k),
      floors: floorsOf(pattern, k).map((floor) => ({ ...floor, answerer: floorName(pattern, floor) })),
    })),
    ...written.flatMap((pattern) => head.figures.map((metric) => ({
      better: definition(metric).better,
      texts: [head.patterns.length > 1 ? pattern.name : null, figureName(metric)].filter(Boolean),
      at: (run) => scoreOf(head.scores, run, pattern.name, metric, null, { matching: FIRST }),
      floors: metric === pattern.metric ? floorsOf(pattern, 1) : [],
    }))),
  ];
}

/** Texts in lines of at most so many letters, broken after spaces, after underscores and between predicates. */
function folded(texts, most) {
  const lines = [];
  for (const text of texts) {
    lines.push("");
    for (const word of visible(text).split(/(?<=[ _+>|])/)) {
      if (lines.at(-1) && lines.at(-1).length + word.length > most) lines.push("");
      lines[lines.length - 1] += word;
    }
  }
  return lines.map((line) => line.trimEnd());
}

/** Draw a row for each list of texts and in it a mark for each run: of the score that *at* gives of both, which *what* names. */
function drawWhiskers(held, place, texts, runs, at, what, size = 15, floors = () => []) {
  const step = Math.max(20, 30 - 2 * runs.length);
  const narrow = place.clientWidth < 560;
  const fontSize = narrow ? 13 : size;
  const rows = texts.map((each) => folded(each, narrow ? 14 : 22));
  const tallest = Math.max(runs.length * step + 22, ...rows.map((lines) => 1.2 * fontSize * lines.length + 8));
  place.style.height = `${rows.length * tallest + 56}px`;
  const made = held ?? echarts.init(place, null, { renderer: "svg" });
  made.resize();
  made.setOption(option(place, rows.map((lines) => lines.join("\n")), runs, at, what, step, fontSize, floors), { notMerge: true });
  return made;
}

/** How much room texts want, in pixels, asked of the page: a chart's own guess may be too small. */
function widest(texts, fontSize) {
  const probe = make("span", {}, texts.join("\n"));
  Object.assign(probe.style, { position: "absolute", visibility: "hidden", whiteSpace: "pre", fontSize: `${fontSize}px` });
  document.body.append(probe);
  const { width } = probe.getBoundingClientRect();
  probe.remove();
  return Math.ceil(width) + 4;
}

function option(place, rows, runs, at, what, step, fontSize, floors) {
  const wanted = widest(rows, fontSize);
  const room = Math.min(0.4 * place.clientWidth, wanted);
  const text = { color: colour("--soft"), fontFamily: "inherit", fontSize: 13 };
  return {
    animation: !matchMedia("(prefers-reduced-motion: reduce)").matches, animationDuration: 300,
    grid: { left: room + 18, right: 58, top: 8, bottom: 44 },
    xAxis: {
      type: "value", min: 0, max: 1, interval: 0.25, name: what, nameLocation: "middle", nameGap: 28,
      nameTextStyle: text, axisLabel: { ...text, formatter: (value) => String(value) },
      splitLine: { lineStyle: { color: colour("--rule") } },
    },
    yAxis: {
      type: "category", data: rows, inverse: true, axisTick: { show: false },
      axisLine: { lineStyle: { color: colour("--soft") } },
      axisLabel: { ...text, color: colour("--ink"), fontSize, lineHeight: 1.2 * fontSize, interval: 0, margin: 14, ...(room < wanted ? { width: room, overflow: "breakAll" } : {}) },
      splitLine: { show: true, lineStyle: { color: colour("--rule") } },
    },
    tooltip: {
      trigger: "item", confine: true, backgroundColor: colour("--raised"), borderColor: colour("--rule"),
      textStyle: { color: colour("--ink"), fontFamily: "inherit", fontSize: 14 }, formatter: ({ data }) => (data.floor ? floorTip(data.floor) : tip(data.score)),
    },
    series: [...runs.map((run, offset) => series(rows, run, at, (offset - (runs.length - 1) / 2) * step, step)), floorSeries(rows, floors)],
  };
}

function series(rows, run, at, offset, step) {
  const data = rows.flatMap((name, row) => {
    const score = at(run, row);
    return score === null ? [] : [{ value: [row, score.value ?? 0, score.low ?? score.value ?? 0, score.high ?? score.value ?? 0], score }];
  });
  return {
    type: "custom", name: head.runs[run].name, data, encode: { x: [1, 2, 3], y: 0 },
    renderItem: (params, api) => whisker(api, run, offset, step, data[params.dataIndex].score),
  };
}

function whisker(api, run, offset, step, score) {
  const at = (value) => api.coord([value, api.value(0)]);
  const y = at(0)[1] + offset;
  const tone = colour(`--run-${run % 6}`);
  if (score.value === null) {
    const said = words(at(0)[0] + 8, y, "undefined (0 / 0)", colour("--soft"));
    return { ...said, style: { ...said.style, backgroundColor: colour("--paper"), padding: [2, 4] } }; // over baselines
  }
  const middle = at(score.value)[0];
  const [low, high] = score.low === null ? [middle, middle] : [score.low, score.high].map((value) => at(value)[0]);
  return {
    type: "group",
    children: [
      { type: "rect", shape: { x: low - 6, y: y - step / 2, width: high - low + 60, height: step }, style: { fill: "transparent" } },
      ...(score.low === null ? [] : span(low, high, y, tone, isSmall(score))),
      symbol(run, middle, y, tone),
      words(Math.max(high, middle + 6) + 8, y, share(score.value), colour("--ink")),
    ],
  };
}

/** An interval with its ends; dashed where the denominator is small. */
function span(low, high, y, tone, small) {
  const stroke = { stroke: tone, lineWidth: 2, fill: "none" };
  const line = (x1, y1, x2, y2, lineDash = null) => ({ type: "line", shape: { x1, y1, x2, y2 }, style: { ...stroke, lineDash } });
  return [line(low, y, high, y, small ? [4, 3] : null), line(low, y - 5, low, y + 5), line(high, y - 5, high, y + 5)];
}

function symbol(run, x, y, tone) {
  const style = { fill: tone, stroke: colour("--paper"), lineWidth: 1 };
  const polygon = (...points) => ({ type: "polygon", shape: { points: points.map(([dx, dy]) => [x + dx, y + dy]) }, style });
  const cross = (...lines) => ({
    type: "group",
    children: lines.map(([x1, y1, x2, y2]) => ({
      type: "line", shape: { x1: x + x1, y1: y + y1, x2: x + x2, y2: y + y2 }, style: { stroke: tone, lineWidth: 3 },
    })),
  });
  return [
    () => ({ type: "circle", shape: { cx: x, cy: y, r: 6 }, style }),
    () => polygon([0, -7.5], [7.5, 0], [0, 7.5], [-7.5, 0]),
    () => polygon([-5.5, -5.5], [5.5, -5.5], [5.5, 5.5], [-5.5, 5.5]),
    () => polygon([0, -7], [7, 6], [-7, 6]),
    () => cross([-5, -5, 5, 5], [5, -5, -5, 5]),
    () => cross([0, -6, 0, 6], [-6, 0, 6, 0]),
  ][run % 6]();
}

function words(x, y, text, fill) {
  return { type: "text", style: { x, y, text, fill, verticalAlign: "middle", fontSize: 13, fontFamily: "inherit" } };
}

function tip(score) {
  const lines = [`${score.pattern}${score.by.matching ? ` ${figureName(score.metric)}` : ""}, ${head.runs[score.run].name}`, `${share(score.value)}  (${interval(score)})`, `${ratio(score)} of ${plural(score.items, "item")}`, score.note];
  const box = document.createElement("div");
  lines.filter(Boolean).forEach((line, number) => box.append(make(number ? "div" : "b", {}, line)));
  return box;
}

function inWords(k, rows) {
  const said = rows.flatMap((row) => head.runs.map((run, number) => [row.at(number), `${row.texts.join(" ")}, ${run.name}`]))
    .filter(([score]) => score).map(([score, title]) => `${title}: ${share(score.value)}`);
  return `Scores${k ? ` at top ${k}` : ""}. ${said.join("; ")}. ${floorsInWords(rows).map((text) => `${text}. `).join("")}The table below has the same figures with their intervals.`;
}
