// Elements, made without a framework and without markup in strings.

/** What would act on a text and not be seen: as kgforge/display.py has it, but for ends of lines and tabs. */
const HIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu;

/** A text with each control character and override of direction as its escape; what is no text as it is. */
function visible(text) {
  if (typeof text !== "string") return text;
  return text.replace(HIDDEN, (one) => {
    if (one === "\n" || one === "\t") return one;
    const code = one.charCodeAt(0).toString(16);
    return one === "\r" ? "\\r" : code.length > 2 ? `\\u${code.padStart(4, "0")}` : `\\x${code.padStart(2, "0")}`;
  });
}

/** Attributes that are read or heard. */
const TOLD = ["title", "aria-label"];

/** What may stand in an element, in one list, its texts visible. */
function children(found) {
  return found.flat(Infinity).filter((child) => child !== null && child !== undefined).map(visible);
}

/** An element: `make("td", { class: "num" }, "0.5")`; attributes that are null or false are left out. */
function make(tag, attributes = {}, ...inner) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : TOLD.includes(name) ? visible(value) : value);
  }
  element.append(...children(inner));
  return element;
}

/** A name or a text in the direction of its own letters, whatever stands before and behind it. */
function isolated(text) {
  return make("bdi", {}, text);
}

/** Put children where others stood. */
function fill(parent, ...inner) {
  parent.replaceChildren(...children(inner));
  return parent;
}

function byId(id) {
  return document.getElementById(id);
}

/** The place of the page that the address names (`#runs-title`), and not a view of it; null where there is none. */
function cited() {
  const said = location.hash.slice(1);
  const [name] = new URLSearchParams(said).keys(); // which, other than decodeURIComponent, bears "100%"
  return /^[^&=]+$/.test(said) ? byId(name) : null;
}

/** A table that scrolls sideways where it is too wide, also by keyboard. */
function scrolling(label, table) {
  return make("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": label }, table);
}

/** A heading with a link to itself, by which a place of the page can be cited. */
function heading(tag, id, ...title) {
  return make(tag, { id, tabindex: "-1" }, ...title, anchor(id));
}

function anchor(id) {
  return make("a", { class: "anchor", href: `#${id}`, "aria-label": "Link to this place" });
}

/** Give the headings that stand in the page's own HTML their links. */
function anchorHeadings() {
  for (const title of document.querySelectorAll("section > h2[id], .bar > h2[id]")) title.append(anchor(title.id));
}

// ── Pages of long tables ────────────────────────────────────────────────────────────────────────
const PAGE = 50;
const printed = { all: false };
const longTables = [];

/** The rows of a page of a table; all when the page is printed. */
function pageOf(rows, page) {
  return printed.all ? rows : rows.slice(page * PAGE, (page + 1) * PAGE);
}

/** The buttons that turn pages, and which rows are seen; nothing where one page is enough. */
function turner(total, page, turn, what) {
  const last = Math.ceil(total / PAGE) - 1;
  if (last < 1) return null;
  const to = (title, place, said) => make("button", { class: "plain", disabled: place < 0 || place > last || place === page, "aria-label": `${said} of ${what}`, onclick: () => turn(place) }, title);
  return make("nav", { class: "tools turner", "aria-label": `Pages of ${what}` },
    to("« First", 0, "First page"), to("‹ Previous", page - 1, "Previous page"),
    make("span", { class: "quiet seen", role: "status" }, `${count(page * PAGE + 1)}–${count(Math.min(total, (page + 1) * PAGE))} of ${count(total)}`),
    to("Next ›", page + 1, "Next page"), to("Last »", last, "Last page"));
}

/** The width of a printed plot, in pixels: that of A4 within its margins. */
const PAPER = 690;

/** What is folded or on other pages of a table is printed, too, and plots in the paper's width. */
function readyToPrint(charts) {
  const opened = [];
  addEventListener("beforeprint", () => {
    opened.push(...document.querySelectorAll("details:not([open])"));
    for (const each of opened) each.open = true;
    redrawLong(true);
    for (const chart of charts()) chart.resize({ width: PAPER });
  });
  addEventListener("afterprint", () => {
    for (const each of opened.splice(0)) each.open = false;
    redrawLong(false);
    for (const chart of charts()) chart.resize({ width: "auto" });
  });
}

function redrawLong(all) {
  printed.all = all;
  for (const [table, draw] of longTables.splice(0).filter(([table]) => table.isConnected)) {
    draw();
    longTables.push([table, draw]);
  }
}

/**
 * A table whose columns sort it: numbers the largest first, texts from A on. A column is
 * `{ title, hint, number, look, value(row), cell(row) }`, *look* the class of its cells. The rows *first* stay
 * above the others, and *order* keeps how they are sorted when the table is drawn again.
 */
function sortable(id, label, columns, rows, { first = [], order = { place: null, down: false } } = {}) {
  order.page = Math.min(order.page ?? 0, Math.max(Math.ceil(rows.length / PAGE) - 1, 0));
  const pages = make("div");
  const body = make("tbody");
  const heads = columns.map((column, place) => make("th", { scope: "col", class: column.number ? "num" : null, title: column.hint },
    make("button", { class: "sort", onclick: () => sort(place) }, column.title)));
  const line = (look) => (row) => make("tr", { class: look }, columns.map((column, place) =>
    make(place ? "td" : "th", { scope: place ? null : "row", class: column.look }, cellOf(column, row))));
  const draw = () => {
    heads.forEach((header, place) => {
      if (place === order.place) header.setAttribute("aria-sort", order.down ? "descending" : "ascending");
      else header.removeAttribute("aria-sort");
    });
    const by = columns[order.place]?.value;
    const sorted = by ? [...rows].sort((one, other) => inOrder(by(one), by(other), order.down)) : rows;
    fill(body, first.map(line("all")), pageOf(sorted, order.page).map(line(null)));
    fill(pages, turner(rows.length, order.page, turn, label));
  };
  const sort = (place) => {
    Object.assign(order, { place, page: 0, down: order.place === place ? !order.down : Boolean(columns[place].number) });
    draw();
  };
  const turn = (page) => {
    order.page = page;
    draw();
    table.scrollIntoView({ block: "nearest" });
  };
  const table = make("table", { id, class: "sorted" }, make("thead", {}, make("tr", {}, heads)), body);
  draw();
  if (rows.length > PAGE) longTables.push([table, draw]);
  return [scrolling(label, table), pages];
}

function cellOf(column, row) {
  if (column.cell) return column.cell(row);
  const value = column.value(row);
  if (value === null || value === undefined || value === "") return DASH;
  return column.number ? count(value) : String(value);
}

/** What is undefined comes last, whichever way a column is sorted; equals stay as they were. */
function inOrder(one, other, down) {
  const [a, b] = [one ?? null, other ?? null];
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return (a < b ? -1 : 1) * (down ? -1 : 1);
}

/** The mark of a run in legends: its colour and its shape, so that neither stands alone. */
function badge(run) {
  const paths = [
    "M8 2a6 6 0 1 0 .01 0z", "M8 0l8 8-8 8-8-8z", "M2 2h12v12H2z", "M8 1l7.5 14H.5z",
    "M2 2l12 12M14 2L2 14", "M8 1v14M1 8h14",
  ];
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", paths[run % paths.length]);
  path.setAttribute(run % paths.length > 3 ? "stroke" : "fill", `var(--run-${run % 6})`);
  path.setAttribute("stroke-width", "3");
  svg.append(path);
  return svg;
}

function named(run) {
  return make("span", { class: "run" }, badge(run), isolated(head.runs[run].name));
}

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
