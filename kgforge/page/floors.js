// What baselines score on a pattern: rows of the table of headline scores, and marks in the plot.

/** Those at one k but gold, which is right throughout, and empty where it never is. */
function floorsOf(pattern, k) {
  const own = (pattern.floors ?? []).filter((floor) => floor.answerer !== "gold");
  const right = new Set(own.filter((floor) => floor.value).map((floor) => floor.answerer));
  return own.filter((floor) => floor.k === k && (floor.answerer !== "empty" || right.has("empty")));
}

/** The one form that all runs' own figures of a pattern are of; null where it goes without saying, or runs differ. */
function ownForm(pattern) {
  const forms = [...new Set((pattern.asked ?? []).filter(Boolean))];
  return forms.length === 1 ? forms[0] : null;
}

/** That form, below the pattern's name. */
function inOwnForm(pattern) {
  const form = ownForm(pattern);
  return form ? make("small", {}, `(${form})`) : null;
}

/** The form of one run's figures, where runs differ. */
function inRunsForm(pattern, run) {
  const form = ownForm(pattern) ? null : pattern.asked?.[run];
  return form ? make("small", {}, `(${form})`) : null;
}

/** What a baseline is called: with its form where runs differ. */
function floorName(pattern, floor) {
  return floor.of && !ownForm(pattern) ? `${floor.answerer} (${floor.of})` : floor.answerer;
}

/** Their rows in the table, with a cell of so many columns behind. */
function floorRows(pattern, k, behind) {
  return floorsOf(pattern, k).map((floor) => make("tr", { class: "floor" },
    make("td", { class: "quiet" }, `baseline: ${floorName(pattern, floor)}`),
    make("td", { class: "num" }, share(floor.value)),
    make("td", { class: "num" }, DASH),
    make("td", { class: "num" }, ratio(floor), smallFloor(floor, pattern.metric)),
    make("td", { colspan: behind })));
}

/** That the denominator of one is small, as a score's. */
function smallFloor(floor, metric) {
  if (!floor.denominator) return make("small", { class: "fold warn" }, nothing(metric));
  return floor.denominator < head.small ? make("small", { class: "fold warn" }, `under ${head.small}`) : null;
}

/** Their marks in the plot: *at* gives those of a row. */
function floorSeries(rows, at) {
  const data = rows.flatMap((name, row) => at(row).filter((floor) => floor.value !== null)
    .map((floor) => ({ value: [row, floor.value], floor })));
  return {
    type: "custom", name: "baselines", data, encode: { x: 1, y: 0 }, z: 1,
    renderItem: (params, api) => {
      const [x, y] = api.coord([api.value(1), api.value(0)]);
      const half = api.size([0, 1])[1] / 2 - 4;
      return { type: "line", shape: { x1: x, y1: y - half, x2: x, y2: y + half }, style: { stroke: colour("--soft"), lineWidth: 2, lineDash: [2, 3], fill: "none" } };
    },
  };
}

/** What a mark says when it is pointed at. */
function floorTip(floor) {
  return make("div", {}, `baseline: ${floor.answerer}, top ${floor.k}: ${share(floor.value)} (${ratio(floor)})`);
}

function floorsInWords(rows) {
  return rows.flatMap((row) => row.floors.map((floor) => `${row.texts.join(" ")}, baseline ${floor.answerer}: ${share(floor.value)}`));
}
