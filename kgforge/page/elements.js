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

const SHAPES = ["circle", "diamond", "rect", "triangle", "pin", "arrow"];

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
  path.setAttribute(run % paths.length > 3 ? "stroke" : "fill", colour(`--run-${run % 6}`));
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
