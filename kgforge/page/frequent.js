// The largest groups of a pattern: a chosen run beside the best of the others.

const FREQUENT = 5;
let against = 0;

/** In how many wordings each run was asked a pattern; runs that were not asked it are left out. */
function wordingsAsked(pattern) {
  return [...head.runs.keys()].map((run) => head.scores.filter((score) => score.run === run && score.pattern === pattern.name))
    .filter((scores) => scores.length).map((scores) => new Set(scores.map((score) => score.by.prompt).filter(Boolean)).size || 1);
}

/** What stands in the page, and what draws the plot once it has a place. */
function frequent(pattern, scores, k) {
  const rows = groupRows(pattern, scores, k)
    .sort((one, other) => other.size - one.size || (one.group < other.group ? -1 : 1)).slice(0, FREQUENT);
  if (!rows.length) return { parts: [], paint: () => {} };
  const asked = new Set(wordingsAsked(pattern));
  const oracle = asked.size === 1 && !asked.has(1);  // as in the paper; of more wordings it is higher
  const at = (scores, run, group = null) => scoreOf(scores, run, pattern.name, pattern.metric, k, oracle ? { prompts: "best" } : {}, group);
  const others = [...head.runs.keys()].filter((run) => run !== against)
    .map((run) => [run, at(head.scores, run)?.value ?? null]).filter(([, value]) => value !== null)
    .sort(([, one], [, other]) => other - one);
  const shown = [against, ...others.slice(0, 1).map(([run]) => run)];
  const plot = make("div", { class: "plot", id: "frequent", role: "img", "aria-label": "Scores of the largest groups; the table of groups has their figures" });
  const select = make("select", { id: "against", onchange: (event) => { against = Number(event.target.value); destination = "against"; redraw(true); } },
    head.runs.map((run, number) => make("option", { value: number, selected: number === against, dir: "auto" }, run.name)));
  return {
    parts: [
      heading("h3", "frequent-title", `The ${rows.length} ${pattern.matches ? "most frequent groups of the graph" : "groups with most items"}`),
      make("p", { class: "quiet" }, shown.length > 1 ? `${head.runs[shown[0]].name} beside ${head.runs[shown[1]].name}, the best of the other runs on this pattern.` : `${head.runs[shown[0]].name}.`,
        oracle ? " Each fact counts in its best wording. That is an oracle: it is higher than the scores in the tables, which pool all wordings."
          : asked.size > 1 ? " All wordings pooled: the best of each fact is not compared, as the runs answered different numbers of them." : ""),
      head.runs.length > 1 ? make("div", { class: "tools" }, make("label", { class: "plain" }, "Run", select)) : null,
      make("div", { class: "legend" }, shown.map(named)),
      plot,
    ],
    paint: () => drawn.charts.push(drawWhiskers(null, plot, rows.map((row) => [...new Set([row.title, row.group])]), shown,
      (run, row) => at(scores, run, rows[row].group), `${oracle ? "best wording of each fact (an oracle)" : "score"}, top ${k}`, 13)),
  };
}
