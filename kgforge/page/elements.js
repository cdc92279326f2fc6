// Elements, made without a framework and without markup in strings.

/** An element: `make("td", { class: "num" }, "0.5")`; attributes that are null or false are left out. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

/** Put children where others stood. */
function fill(parent, ...children) {
  parent.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return parent;
}

function byId(id) {
  return document.getElementById(id);
}

/** A table that scrolls sideways where it is too wide, also by keyboard. */
function scrolling(label, table) {
  return make("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": label }, table);
}

/**
 * A table whose columns sort it: numbers the largest first, texts from A on. A column is
 * `{ title, hint, number, look, value(row), cell(row) }`, *look* the class of its cells. The rows *first* stay
 * above the others, and *order* keeps how they are sorted when the table is drawn again.
 */
function sortable(id, label, columns, rows, { first = [], order = { place: null, down: false } } = {}) {
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
    fill(body, first.map(line("all")), (by ? [...rows].sort((one, other) => inOrder(by(one), by(other), order.down)) : rows).map(line(null)));
  };
  const sort = (place) => {
    Object.assign(order, { place, down: order.place === place ? !order.down : Boolean(columns[place].number) });
    draw();
  };
  draw();
  return scrolling(label, make("table", { id, class: "sorted" }, make("thead", {}, make("tr", {}, heads)), body));
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
  return make("span", { class: "run" }, badge(run), head.runs[run].name);
}

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
