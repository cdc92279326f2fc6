// What a run would score if it kept only the answers of which it is most sure: precision and recall by the share that is kept.

const CURVES = [["kept_precision", "solid"], ["kept_recall", "dashed"]];

/** The curves of a pattern, and what draws them once they have a place. */
function kept(pattern) {
  const found = head.scores.filter((score) => score.pattern === pattern.name && score.by.kept && CURVES.some(([metric]) => metric === score.metric));
  if (!found.length) return { parts: [], paint: () => {} };
  const runs = [...head.runs.keys()].filter((run) => found.some((score) => score.run === run));
  const points = (run, metric) => found.filter((score) => score.run === run && score.metric === metric);
  const risk = (run) => head.scores.find((score) => score.run === run && score.pattern === pattern.name && score.metric === "kept_risk");
  const plot = make("div", { class: "plot", id: "kept", role: "img", "aria-label": "Precision and recall by the share of answers that is kept; the table below has the same figures" });
  const rows = runs.flatMap((run) => points(run, CURVES[0][0]).map((score) => make("tr", {},
    make("th", { scope: "row" }, named(run)),
    make("td", { class: "num" }, share(Number(score.by.kept))),
    CURVES.map(([metric]) => cell(points(run, metric).find((one) => one.by.kept === score.by.kept))),
    make("td", {}, score.note))));
  return {
    parts: [
      heading("h3", "kept-title", "If a model answered only where it is sure"),
      make("p", { class: "quiet" }, `${CURVES.map(([metric]) => `${definition(metric).title}: ${definition(metric).formula}`).join("; ")}. Answers are kept from the one with the highest log-probability on; of lists that are texts, from the first on. `,
        runs.map((run) => `${head.runs[run].name}: ${definition("kept_risk").title} ${share(risk(run)?.value)}. `)),
      plot,
      make("details", {}, make("summary", {}, "The curves in figures"), scrolling("Precision and recall of what is kept", make("table", { id: "kept-points" },
        make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Run"), make("th", { scope: "col", class: "num" }, "answers kept"),
          CURVES.map(([metric]) => make("th", { scope: "col", class: "num" }, definition(metric).title)), make("th", { scope: "col" }, "which"))),
        make("tbody", {}, rows)))),
    ],
    paint: () => drawn.charts.push(curves(plot, runs.flatMap((run) => CURVES.map(([metric, line]) =>
      [`${head.runs[run].name}: ${definition(metric).title}`, colour(`--run-${run % 6}`), line, points(run, metric).map((score) => [Number(score.by.kept), score.value])])))),
  };
}

function curves(place, lines) {
  const text = { color: colour("--soft"), fontFamily: "inherit", fontSize: 13 };
  const percent = (value) => `${Math.round(100 * value)} %`;
  place.style.height = `${17 + 1.5 * lines.length}rem`;
  const made = echarts.init(place, null, { renderer: "svg" });
  made.setOption({
    animationDuration: 0,
    grid: { left: 56, right: 28, top: 12 + 24 * lines.length, bottom: 48 },
    legend: { top: 0, left: 0, orient: "vertical", textStyle: { ...text, color: colour("--ink") } },
    tooltip: { trigger: "axis", confine: true, backgroundColor: colour("--raised"), borderColor: colour("--rule"), textStyle: { color: colour("--ink"), fontFamily: "inherit" } },
    xAxis: { type: "value", min: 0, max: 1, name: "answers kept", nameLocation: "middle", nameGap: 30, nameTextStyle: text, axisLabel: { ...text, formatter: percent }, splitLine: { show: false } },
    yAxis: { type: "value", min: 0, max: 1, axisLabel: { ...text, formatter: percent }, splitLine: { lineStyle: { color: colour("--rule") } } },
    series: lines.map(([name, tone, line, data]) => ({ type: "line", name, symbolSize: 6, itemStyle: { color: tone }, lineStyle: { color: tone, type: line }, data, tooltip: { valueFormatter: (value) => share(value) } })),
  });
  return made;
}
