// Popularity: items by the mean degree of their entities, and scores by strata and kinds of predicates.

/** The histogram and the strata of a pattern, and what draws the histogram once it has a place. */
function popularity(pattern, k) {
  const found = head.scores.filter((score) => score.pattern === pattern.name && score.k === k);
  const bins = found.filter((score) => score.by.degree);
  const names = between(bins.map((score) => lower(score.by.degree)));
  if (!names.length) return { parts: [], paint: () => {} };
  const at = (run, name) => bins.find((score) => score.run === run && score.by.degree === name) ?? null;
  const items = names.map((name) => Math.max(...head.runs.map((run, number) => at(number, name)?.items ?? 0)));
  const right = head.runs.map((run, number) => names.map((name) => (at(number, name)?.value ?? 0) * (at(number, name)?.items ?? 0)));
  const known = neutral(pattern) ? "named" : "right";
  const plot = make("div", { class: "plot", id: "histogram", role: "img", "aria-label": "Items by mean degree; the table below has the same figures" });
  const rows = names.map((name, place) => make("tr", {}, make("th", { scope: "row" }, name), make("td", { class: "num" }, count(items[place])),
    right.map((of) => make("td", { class: "num" }, count(of[place])))));
  return {
    parts: [
      heading("h3", "popularity-title", "Popularity"),
      make("p", { class: "quiet" }, `Items by the mean degree of their entities in the graph: all items, and those where a run ${neutral(pattern) ? "names every object" : "has every fact right"} in its top ${k}. Each colour of bars adds up to 100 %. Each bin is twice as wide as the one before.`),
      plot,
      make("details", {}, make("summary", {}, "The histogram in figures"), scrolling("Items by mean degree", make("table", { id: "bins" },
        make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Mean degree"), make("th", { scope: "col", class: "num" }, "all items"),
          head.runs.map((run, number) => make("th", { scope: "col", class: "num" }, `${known} in full: `, named(number))))),
        make("tbody", {}, rows)))),
      sliced(found, "stratum", "strata", "Score by popularity", "Stratum"),
      sliced(found.filter((score) => score.metric === pattern.metric), "kind", "kinds", "Score by kind of predicate", "Kind"),
    ],
    paint: () => drawn.charts.push(histogram(plot, names, [["all items", colour("--soft"), items],
      ...right.map((of, number) => [`${known}: ${head.runs[number].name}`, colour(`--run-${number % 6}`), of])])),
  };
}

function lower(name) {
  return Number(name.slice(1).split(",")[0]);
}

/** The bins from the lowest to the highest of these lower bounds, with those between that no item is in. */
function between(bounds) {
  const names = [];
  const last = Math.max(...bounds);
  for (let low = Math.min(...bounds); low <= last; low = 2 * low || 1) names.push(`[${low}, ${2 * low || 1})`);
  return names;
}

function histogram(place, names, columns) {
  const text = { color: colour("--soft"), fontFamily: "inherit", fontSize: 13 };
  place.style.height = "19rem";
  const made = echarts.init(place, null, { renderer: "svg" });
  made.setOption({
    animationDuration: 0,
    aria: { decal: { show: true } },
    grid: { left: 56, right: 12, top: 12 + 24 * columns.length, bottom: 48 },
    legend: { top: 0, left: 0, orient: "vertical", textStyle: { ...text, color: colour("--ink") } },
    tooltip: { trigger: "axis", confine: true, backgroundColor: colour("--raised"), borderColor: colour("--rule"), textStyle: { color: colour("--ink"), fontFamily: "inherit" } },
    xAxis: { type: "category", data: names, name: "mean degree", nameLocation: "middle", nameGap: 30, nameTextStyle: text, axisLabel: { ...text, formatter: (name) => String(lower(name)) } },
    yAxis: { type: "value", axisLabel: { ...text, formatter: (value) => `${Math.round(100 * value)} %` }, splitLine: { lineStyle: { color: colour("--rule") } } },
    series: columns.map(([name, tone, figures]) => ({ type: "bar", name, itemStyle: { color: tone }, data: shares(figures), tooltip: { valueFormatter: (value) => share(value) } })),
  });
  return made;
}

function shares(figures) {
  const all = figures.reduce((sum, each) => sum + each, 0);
  return figures.map((each) => (all ? each / all : 0));
}

/** A table of the scores of one slicing, in the order in which they were written. */
function sliced(found, by, id, title, column) {
  const names = [...new Set(found.map((score) => score.by[by]).filter(Boolean))];
  if (!names.length) return null;
  return make("details", { open: true }, make("summary", {}, title), scrolling(title, make("table", { id },
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, column), head.runs.map((run, number) => make("th", { scope: "col", class: "num" }, named(number))))),
    make("tbody", {}, names.map((name) => make("tr", {}, make("th", { scope: "row" }, name),
      head.runs.map((run, number) => cell(found.find((score) => score.run === number && score.by[by] === name)))))))));
}
