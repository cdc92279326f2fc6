// Numbers and names as text. What is undefined is a dash, never a zero.

const DASH = "–";

function share(value) {
  return value === null || value === undefined ? DASH : value.toFixed(3);
}

function interval(score) {
  return score.low === null ? DASH : `${score.low.toFixed(2)}–${score.high.toFixed(2)}`;
}

function count(value) {
  return Number.isInteger(value) ? value.toLocaleString("en") : value.toFixed(1);
}

function ratio(score) {
  return `${count(score.numerator)} / ${count(score.denominator)}`;
}

function signed(value) {
  return value === null || value === undefined ? DASH : `${value < 0 ? "−" : "+"}${share(Math.abs(value))}`;
}

function plural(number, one, many = `${one}s`) {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

/** A score's note of a kind (kgforge/scoring/notes.py), if it has one. */
function noteOf(score, kind) {
  return score.notes.find((note) => note.kind === kind);
}

function isSmall(score) {
  return noteOf(score, "small") !== undefined;
}

/** How many wordings an item has in a score, on average. */
function wordingsEach(score) {
  const [wordings, items] = noteOf(score, "pooled")?.numbers ?? [1, 1];
  return wordings / items;
}

/** An IRI's last part, for reading; the whole stands in its title. */
function localName(iri) {
  return iri.startsWith('"') ? iri : iri.replace(/.*[/#:](?=.)/, "");
}

/** What stands between the predicates of a group's id, and how it is shown between their labels. */
const BETWEEN = { "+": " + ", ">": " → ", "|": " | " };

/** A group in labels: "spouse + instance of → instance of"; its id where no part has one. *labels* are by CURIE. */
function groupName(group, labels) {
  return groupParts(group, labels).join("");
}

/** The same with each label in its own direction. */
function groupWords(group, labels) {
  return groupParts(group, labels).map((part) => (Object.values(BETWEEN).includes(part) ? part : isolated(part)));
}

function groupParts(group, labels) {
  const parts = group.match(/<[^>]*>|[+>|]|[^+>|]+/g) ?? [];
  if (!parts.some((part) => Object.hasOwn(labels, part))) return [group];
  return parts.map((part) => (Object.hasOwn(labels, part) ? labels[part] : BETWEEN[part] ?? part));
}

/** A link to an entity that asks for nothing until it is followed. */
function entity(named) {
  const web = /^https?:/.test(named.id);
  const short = make("span", { class: "id" }, localName(named.id));
  return web ? make("a", { href: named.id, rel: "noreferrer noopener", target: "_blank", title: named.id }, short) : short;
}

function holds(fact) {
  if (fact.computed) return "computed by the query";
  if (fact.holds === null) return "implied by the other facts of the item";
  return fact.holds ? "in the graph" : "not in the graph, and must be false";
}

/** What a metric is, as its file defines it: title, formula, legacy, source and so on. */
function definition(metric) {
  return head.metrics[metric];
}

/** Why a metric scores nothing where its denominator is 0. */
function nothing(metric) {
  return `nothing to score: ${definition(metric).unmet || "the denominator is 0"}`;
}

/** Formula of a metric, strict and legacy, for hints. */
function formula(metric) {
  const { formula, legacy } = definition(metric);
  return legacy ? `strict: ${formula}. legacy: ${legacy}.` : `${formula}.`;
}

/** Whether a high score of a pattern is no merit. */
function neutral(pattern) {
  return head.neutral.includes(pattern.metric);
}

function noMerit(pattern) {
  return neutral(pattern) ? make("small", { title: formula(pattern.metric) }, "no merit") : null;
}

/** What it means that a model names the object of a fact: "right", "false" or, no merit, "named". */
function worth(fact, pattern) {
  if (fact.holds === false) return "false";
  return neutral(pattern) ? "named" : "right";
}

/** A fact in its names, each in its own direction. */
function statement(fact) {
  return [isolated(fact.subject.label), " → ", isolated(fact.predicate.label), " → ", isolated(fact.object.label)];
}

/** A question in one line, in its own direction: the slot's mark, in Latin letters, has no say in it. */
function question(text) {
  return make("bdi", {}, text.split("[MASK]").map((rest, number) => [number ? make("bdi", {}, "[MASK]") : null, rest]));
}

/** Several texts with what stands between them. */
function joined(texts, between) {
  return texts.map((text, number) => [number ? between : null, text]);
}
