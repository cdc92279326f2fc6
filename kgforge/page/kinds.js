// A pattern's own score by kind of question: forms, ends of a fact, languages, contexts, generators, wordings; and how forms agree.

/** What the kind is called that tells which end of a fact is wanted. */
const ASKED_FOR = "end asked for";

/** The slices of a pattern's own score that are drawn, in the order of the scores. */
function kindRows(pattern, k) {
  const found = head.scores.filter((score) =>
    score.pattern === pattern.name && score.metric === pattern.metric && score.k === k && !score.by.average && !score.by.against && [...KINDS, "prompt"].some((kind) => score.by[kind]));
  const names = [...new Set(found.map((score) => JSON.stringify(score.by)))];
  return names.map((name) => {
    const by = JSON.parse(name);
    const [kind, value] = ["generator", "context"].filter((one) => by[one]).map((one) => [one, [by.form, by.slot, by[one]].filter(Boolean).join(": ")])[0] ?? Object.entries(by)[0];
    return {
      kind: kind === "prompt" ? "wording" : kind === "slot" ? ASKED_FOR : kind,
      texts: [kind === "prompt" ? `wording ${Number(value) + 1}` : value],
      at: (run) => found.find((score) => score.run === run && JSON.stringify(score.by) === name) ?? null,
      floors: kind === "form" ? formFloors(pattern, value, k) : [],
    };
  });
}

/** What baselines score in a form by the pattern's own metric; where one answer is given, whatever the k. */
function formFloors(pattern, form, k) {
  const [own] = (pattern.forms ?? []).filter((one) => one.form === form);
  const floors = (own?.floors ?? []).filter((floor) => !floor.metric && !["gold", "empty"].includes(floor.answerer));
  const same = floors.filter((floor) => floor.k === k);
  return same.length ? same : floors;
}

/** Small plots, one for each kind, and what draws them once they have their places. */
function kindPlots(pattern, k) {
  const rows = kindRows(pattern, k);
  const kinds = [...KINDS.map((kind) => (kind === "slot" ? ASKED_FOR : kind)), "wording"].filter((kind) => rows.some((row) => row.kind === kind));
  const plots = kinds.map((kind) => ({ own: rows.filter((row) => row.kind === kind), place: make("div", { class: "plot", role: "img", "aria-label": kindWords(kind, rows) }), kind }));
  return {
    parts: [
      kinds.length ? heading("h3", "kinds-title", `Score by ${kinds.join(", ")}`) : null,
      kinds.length ? make("div", { class: "legend" }, head.runs.map((run, number) => named(number))) : null,
      rows.some((row) => row.floors.some((floor) => floor.value !== null)) ? make("p", { class: "quiet" }, `Dotted marks are baselines: ${[...new Set(rows.flatMap((row) => row.floors).filter((floor) => floor.value !== null).map((floor) => floor.answerer))].join(", ")}. Point at one to see its value.`) : null,
      plots.map(({ kind, place }) => [kinds.length > 1 ? make("h4", {}, `By ${kind}`) : null, place]),
      agreement(pattern, k),
      robustness(pattern, k),
      versionsAgainst(pattern, k),
      sliced(head.scores.filter((score) => score.pattern === pattern.name && score.metric === pattern.metric && score.k === k), "answers", "emptiness", "Score by whether there is an answer", "Right answers"),
    ],
    paint: () => plots.forEach(({ own, place }) => {
      const chart = drawWhiskers(null, place, own.map((row) => row.texts), [...head.runs.keys()], (run, row) => own[row].at(run), `score, top ${k}`, 13, (row) => own[row].floors);
      chart.on("click", () => show({ group: null }, "items-title"));
      drawn.charts.push(chart);
    }),
  };
}

function kindWords(kind, rows) {
  const said = rows.filter((row) => row.kind === kind).flatMap((row) => head.runs.map((run, number) => `${row.texts.join(" ")}, ${run.name}: ${share(row.at(number)?.value)}`));
  return visible(`Scores by ${kind}. ${said.join("; ")}`);
}

/** How far a run is right about a fact in all forms alike, with the way to the items where it is not. */
function agreement(pattern, k) {
  const found = head.scores.filter((score) => score.pattern === pattern.name && score.k === k && score.by.forms);
  if (!found.length) return null;
  const names = [...new Set(found.map((score) => JSON.stringify([score.metric, score.by.forms])))].map((name) => JSON.parse(name));
  return [
    heading("h3", "agreement-title", "The same fact in several forms"),
    make("p", { class: "quiet" }, names.map(([metric]) => metric).filter((metric, place, all) => all.indexOf(metric) === place)
      .map((metric) => `${definition(metric).title}: ${definition(metric).formula}. `)),
    scrolling("The same fact in several forms", make("table", {},
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Forms"), head.runs.map((run, number) => make("th", { scope: "col", class: "num" }, named(number))))),
      make("tbody", {}, names.map(([metric, forms]) => make("tr", {}, make("th", { scope: "row" }, `${definition(metric).title}: ${forms}`),
        head.runs.map((run, number) => cell(found.find((score) => score.run === number && score.metric === metric && score.by.forms === forms)))))))),
    make("div", { class: "tools" }, make("button", { class: "plain", id: "disagreeing", onclick: () => again({ filter: "forms" }, "items-title") }, "Items with a fact on which forms disagree")),
  ];
}

const IN_TEXTS = ["context_without", "context_with", "context_gained", "context_lost", "context_misled"];

/** How a text before a question changes answers: right without it and with it, gained, lost, misled. */
function robustness(pattern, k) {
  const found = head.scores.filter((score) => score.pattern === pattern.name && score.k === k && IN_TEXTS.includes(score.metric));
  if (!found.length) return null;
  const places = [...new Set(found.map((score) => JSON.stringify(score.by)))];
  const rows = places.flatMap((place) => head.runs.map((run, number) => ({ place, number, own: found.filter((score) => score.run === number && JSON.stringify(score.by) === place) })).filter((row) => row.own.length));
  return [
    heading("h3", "robustness-title", "Texts before questions"),
    make("p", { class: "quiet" }, IN_TEXTS.map((metric) => `${definition(metric).title}: ${definition(metric).formula}. `)),
    scrolling("Texts before questions", make("table", { id: "robustness" },
      make("thead", {}, make("tr", {}, ["Form", "Text", "Run"].map((title) => make("th", { scope: "col" }, title)), IN_TEXTS.map((metric) => make("th", { scope: "col", class: "num" }, definition(metric).title)))),
      make("tbody", {}, rows.map(({ place, number, own }) => {
        const by = JSON.parse(place);
        return make("tr", {}, make("th", { scope: "row" }, [by.form, by.slot].filter(Boolean).join(" of the ")), make("td", {}, by.context), make("td", {}, named(number)),
          IN_TEXTS.map((metric) => cell(own.find((score) => score.metric === metric))));
      })))),
  ];
}
