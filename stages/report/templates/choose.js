// Two models chosen from a table of all: the others are hidden, and the two are compared.
const CONTEXT = 3;
const MOST_STEPS = 1500;

// Which lines of one text are lines of the other, as pairs of places (Myers, with a bound).
function equalLines(left, right) {
  const most = left.length + right.length;
  const furthest = new Map([[1, 0]]);
  const trace = [];
  for (let steps = 0; steps <= Math.min(most, MOST_STEPS); steps++) {
    trace.push(new Map(furthest));
    for (let diagonal = -steps; diagonal <= steps; diagonal += 2) {
      let x = isDown(furthest, diagonal, steps) ? furthest.get(diagonal + 1) : furthest.get(diagonal - 1) + 1;
      while (x < left.length && x - diagonal < right.length && left[x] === right[x - diagonal]) x++;
      furthest.set(diagonal, x);
      if (x >= left.length && x - diagonal >= right.length) return wayBack(trace, left, right);
    }
  }
  return [];
}

function isDown(furthest, diagonal, steps) {
  if (diagonal === -steps) return true;
  return diagonal !== steps && furthest.get(diagonal - 1) < furthest.get(diagonal + 1);
}

function wayBack(trace, left, right) {
  const pairs = [];
  let x = left.length, y = right.length;
  for (let steps = trace.length - 1; steps >= 0; steps--) {
    const diagonal = x - y;
    const before = isDown(trace[steps], diagonal, steps) ? diagonal + 1 : diagonal - 1;
    const fromX = trace[steps].get(before);
    while (x > Math.max(fromX, 0) && y > Math.max(fromX - before, 0)) pairs.push([--x, --y]);
    x = fromX;
    y = fromX - before;
  }
  return pairs.reverse();
}

// Rows of [left place, right place, equal]; -1 where a side has no line.
function rowsOf(left, right) {
  const rows = [];
  let x = 0, y = 0;
  for (const [toX, toY] of [...equalLines(left, right), [left.length, right.length]]) {
    while (x < toX || y < toY) rows.push([x < toX ? x++ : -1, y < toY ? y++ : -1, false]);
    if (x < left.length && y < right.length) rows.push([x++, y++, true]);
  }
  return rows;
}

function marked(text, other) {
  let head = 0, tail = 0;
  const most = Math.min(text.length, other.length);
  while (head < most && text[head] === other[head]) head++;
  while (tail < most - head && text[text.length - 1 - tail] === other[other.length - 1 - tail]) tail++;
  const cell = made("td", text.slice(0, head));
  cell.append(made("mark", text.slice(head, text.length - tail)), text.slice(text.length - tail));
  return cell;
}

function diffTable(left, right, names) {
  const table = made("table", "", { class: "diff" });
  table.append(made("caption", "What differs is marked; equal lines far from a difference are left out"));
  const columns = made("colgroup");
  for (const kind of ["place", "", "place", ""]) columns.append(made("col", "", { class: kind }));
  table.append(columns);
  table.createTHead().insertRow().append(...names.map((name) => made("th", name, { scope: "colgroup", colspan: 2 })));
  const rows = rowsOf(left, right);
  const shown = new Set();
  rows.forEach((row, place) => {
    if (!row[2]) for (let near = place - CONTEXT; near <= place + CONTEXT; near++) shown.add(near);
  });
  const body = table.createTBody();
  let skipped = 0;
  rows.forEach((row, place) => {
    if (!shown.has(place)) { skipped++; return; }
    addSkipped(body, skipped);
    skipped = 0;
    addRow(body, row, left, right);
  });
  addSkipped(body, skipped);
  return table;
}

function addSkipped(body, count) {
  if (!count) return;
  const row = body.insertRow();
  row.className = "skipped";
  row.append(made("td", `${count} equal lines`, { colspan: 4 }));
}

function addRow(body, [x, y, equal], left, right) {
  const row = body.insertRow();
  if (!equal) row.className = "changed";
  for (const [place, lines, other] of [[x, left, y < 0 ? "" : right[y]], [y, right, x < 0 ? "" : left[x]]]) {
    row.append(made("td", place < 0 ? "" : String(place + 1), { class: "number" }));
    if (place < 0) row.append(made("td", "", { class: "lacking" }));
    else row.append(equal ? made("td", lines[place]) : marked(lines[place], other));
  }
}

// The files of a model's section, by path.
function filesOf(section) {
  const files = new Map();
  for (const part of section.querySelectorAll("details.file")) {
    files.set(part.querySelector("summary").textContent.trim(), part.querySelector("pre").textContent);
  }
  return files;
}

function linesOf(text) { return text.replace(/\n$/, "").split("\n"); }

function nameOf(path) { return path.slice(path.lastIndexOf("/") + 1); }

// The path of the file's counterpart: the same path, else the only file of that name on each side.
function counterpart(path, own, others) {
  if (others.has(path)) return path;
  const named = (files, free) => [...files.keys()].filter((key) => nameOf(key) === nameOf(path) && !free.has(key));
  const candidates = named(others, own);
  return candidates.length === 1 && named(own, others).length === 1 ? candidates[0] : undefined;
}

function showFiles(place, sections, names) {
  const [one, two] = sections.map(filesOf);
  place.replaceChildren(made("h2", "Differences of the files"));
  let equal = 0;
  for (const [path, text] of one) {
    const other = counterpart(path, one, two);
    if (other === undefined) continue;
    if (two.get(other) === text) { equal++; continue; }
    const part = made("details", "", { class: "block", open: "" });
    const scroll = made("div", "", { class: "scroll", tabindex: 0, role: "region", "aria-label": `Differences of ${path}` });
    scroll.append(diffTable(linesOf(text), linesOf(two.get(other)), names));
    part.append(made("summary", other === path ? path : `${path} and ${other}`), scroll);
    place.append(part);
  }
  place.append(made("p", `${equal} files are equal in both. The files of both answers stand below.`, { class: "aside" }));
}

const choiceTable = document.querySelector("table.choice");
const heads = [...choiceTable.querySelectorAll("th[data-model]")];
const isSigns = choiceTable.classList.contains("signs");
const tests = new Map([...document.querySelectorAll("a.of-test")].map((link) => [link, link.getAttribute("href")]));

// What differs between two cells: the points of their scores, or whether their signs differ.
function differenceOf(one, two) {
  if (isSigns) {
    const [left, right] = [one, two].map((cell) => cell.querySelector("a").getAttribute("aria-label"));
    return left === right ? "" : "differs";
  }
  const points = [one, two].map((cell) => parseFloat(cell.textContent.replace(",", "")));
  if (points.some(Number.isNaN)) return "";
  const difference = points[0] - points[1];
  return (difference > 0 ? "+" : difference < 0 ? "−" : "±") + Math.abs(difference).toFixed(1);
}

// A last column, which is hidden until two models are chosen.
const differences = [...choiceTable.rows].filter((row) => !row.matches(".group")).map((row) => {
  const isHead = row.parentElement.localName === "thead";
  const shape = { class: isSigns ? "plain" : "number plain", hidden: "" };
  const added = isHead ? made("th", "Difference", { ...shape, scope: "col" }) : made("td", "", shape);
  row.append(added);
  return added;
});

// Show these two models, or all if fewer are chosen.
function choose(names) {
  const chosen = names.map((name) => heads.findIndex((head) => head.dataset.model === name));
  const isPair = chosen.every((at) => at >= 0) && chosen[0] !== chosen[1];
  for (const added of differences) {
    const cells = [...added.parentElement.cells].slice(heads[0].cellIndex, -1);
    cells.forEach((cell, at) => cell.classList.toggle("unchosen", isPair && !chosen.includes(at)));
    added.hidden = !isPair;
    if (added.localName === "td") added.textContent = isPair ? differenceOf(...chosen.map((at) => cells[at])) : "";
  }
  const part = `two--${names.join("--")}`, turned = `two--${names[1]}--${names[0]}`;
  for (const row of document.querySelectorAll("table.pairs tbody tr")) {
    row.classList.toggle("unchosen", isPair && row.id !== part && row.id !== turned);
  }
  for (const [link, address] of tests) link.setAttribute("href", isPair ? `${address}#${part}` : address);
  const ofModels = document.querySelectorAll("section[data-model], tr[data-model]");
  for (const one of ofModels) one.classList.toggle("unchosen", isPair && !names.includes(one.dataset.model));
  const place = document.getElementById("differences");
  if (!place) return;
  place.hidden = !isPair;
  const sections = names.map((name) => [...ofModels].find((one) => one.localName === "section" && one.dataset.model === name));
  if (isPair) showFiles(place, sections, chosen.map((at) => heads[at].textContent));
}

// The two models of an address such as #two--one--other.
function chosenInAddress() {
  const models = heads.map((head) => head.dataset.model);
  for (const one of models) for (const two of models) if (location.hash === `#two--${one}--${two}`) return [one, two];
  return ["", ""];
}

const selects = ["First model", "Second model"].map((label) => {
  const [, select] = selectOf(label, heads.map((head) => [head.textContent, head.dataset.model]), "all models");
  select.addEventListener("change", () => {
    const names = selects.map((other) => other.value);
    history.replaceState(null, "", names.every(Boolean) ? `#two--${names.join("--")}` : "#any");
    choose(names);
  });
  return select;
});

function fromAddress() {
  const names = chosenInAddress();
  selects.forEach((select, at) => { select.value = names[at]; });
  choose(names);
  if (names[0]) chooser.scrollIntoView();
}

const chooser = made("div", "", { class: "chooser" });
chooser.append(...selects.map((select) => select.parentElement));
choiceTable.closest(".scroll").before(chooser);
addEventListener("hashchange", fromAddress);
fromAddress();
