// Tables can be sorted, searched and filtered. Without this script they are whole, in their order.
const LEAST_TO_SORT = 4;
const LEAST_TO_SEARCH = 8;
const MOST_CHOICES = 40;
const ANY = "";

function made(name, text, attributes) {
  const element = document.createElement(name);
  if (text) element.textContent = text;
  for (const [key, value] of Object.entries(attributes || {})) element.setAttribute(key, value);
  return element;
}

function rowsOfBody(table) {
  return [...table.tBodies].flatMap((body) => [...body.rows]).filter((row) => !row.matches(".group, .skipped"));
}

// The cell of a row in a column; a cell over several columns stands in each of them.
function cellAt(row, column) {
  let place = 0;
  for (const cell of row.cells) {
    place += cell.colSpan;
    if (column < place) return cell;
  }
  return undefined;
}

function textOf(cell) { return cell ? cell.textContent.replace(/\s+/g, " ").trim() : ""; }

// A figure for sorting; NaN for words.
function figureIn(text) {
  const found = text.replace(/−/g, "-").replace(/[,$±+]/g, "").match(/^-?\d+(\.\d+)?/);
  return found ? Number(found[0]) : NaN;
}

function sortBy(table, column, isDown, isFigures) {
  for (const body of table.tBodies) {
    const rows = [...body.rows].filter((row) => !row.matches(".group"));
    const keyed = rows.map((row) => [textOf(cellAt(row, column)), row]);
    keyed.sort(([one], [two]) => compared(one, two, isDown, isFigures));
    body.append(...keyed.map(([, row]) => row));
  }
}

// Words where a figure is missing come last in both orders.
function compared(one, two, isDown, isFigures) {
  const turn = isDown ? -1 : 1;
  if (!isFigures) return turn * one.localeCompare(two, "en", { numeric: true });
  const a = figureIn(one), b = figureIn(two);
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) - Number.isNaN(b);
  return turn * (a - b);
}

function makeSortable(table, heads) {
  heads.forEach((head, column) => {
    const button = made("button", "", { type: "button", class: "sorts" });
    button.append(...head.childNodes);
    if (button.querySelector("a")) { head.append(...button.childNodes); return; }
    head.append(button);
    button.addEventListener("click", () => {
      const isFigures = head.classList.contains("number");
      const was = head.getAttribute("aria-sort");
      const isDown = was ? was === "ascending" : isFigures;
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", isDown ? "descending" : "ascending");
      sortBy(table, column, isDown, isFigures);
    });
  });
}

// What a cell of results says: pass, fail, split, scored, missing and so on.
function resultIn(cell) {
  if (!cell) return "";
  const sign = cell.matches(".sign") && cell.querySelector("a[aria-label]");
  if (sign) return sign.getAttribute("aria-label");
  const state = cell.querySelector(".state");
  if (state && cell.localName === "td") return textOf(state);
  if (cell.closest(".matrix") && cell.querySelector("a") && cell.localName === "td") {
    return cell.matches(".none") ? textOf(cell).replace(/^≤.*/, "mentioned") : "scored";
  }
  return "";
}

function distinct(values) { return [...new Set(values)].filter(Boolean).sort((one, two) => one.localeCompare(two, "en")); }

function selectOf(label, choices, any) {
  const select = made("select");
  select.append(new Option(any, ""));
  for (const [text, value] of choices) select.append(new Option(text, value));
  const around = made("label", label);
  around.append(select);
  return [around, select];
}

// Filters of a table: each a control and a test of a row.
function filtersOf(table, heads, rows) {
  const filters = [];
  const add = (label, choices, holds) => {
    const [around, select] = selectOf(label, choices, "any");
    filters.push({ around, control: select, holds: (row) => select.value === ANY || holds(row, select.value) });
    return select;
  };
  const groups = [...table.tBodies].filter((body) => body.querySelector(".group"));
  if (groups.length > 1) {
    const choices = groups.map((body, number) => [textOf(body.querySelector(".group")), String(number)]);
    add("Category", choices, (row, value) => row.parentElement === groups[Number(value)]);
  }
  const hasResults = table.matches(".signs, .matrix") || table.querySelector(".state");
  const ofResults = heads.map((head, column) => column).filter((column) => {
    if (!hasResults) return false;
    const results = rows.map((row) => resultIn(cellAt(row, column)));
    return results.filter(Boolean).length > rows.length / 2;
  });
  addResults(add, heads, rows, ofResults);
  heads.forEach((head, column) => {
    if (head.matches(".number") || ofResults.includes(column) || column === 0) return;
    const values = distinct(rows.map((row) => textOf(cellAt(row, column))));
    if (values.length < 2 || values.length > MOST_CHOICES || values.length > rows.length / 2) return;
    add(textOf(head), values.map((value) => [value, value]), (row, value) => textOf(cellAt(row, column)) === value);
  });
  const tagsOf = (row) => (row.dataset.tags || "").split(" ");
  const tags = distinct(rows.flatMap(tagsOf));
  if (tags.length > 1) add("Tag", tags.map((tag) => [tag, tag]), (row, value) => tagsOf(row).includes(value));
  return filters;
}

function addResults(add, heads, rows, columns) {
  const results = distinct(rows.flatMap((row) => columns.map((column) => resultIn(cellAt(row, column)))));
  if (results.length < 2) return;
  let who;
  const asked = () => (who && who.value !== ANY ? [Number(who.value)] : columns);
  add("Result", results.map((result) => [result, result]), (row, value) =>
    asked().some((column) => resultIn(cellAt(row, column)) === value));
  if (columns.length > 1) {
    who = add("Whose result", columns.map((column) => [textOf(heads[column]), String(column)]), () => true);
  }
}

function makeSearchable(table, heads, rows) {
  const title = textOf(table.caption) || "table";
  const bar = made("div", "", { class: "chooser", role: "group", "aria-label": `Search and filter: ${title}` });
  const words = made("input", "", { type: "search" });
  const label = made("label", "Search these rows");
  label.append(words);
  const found = made("output");
  const filters = filtersOf(table, heads, rows);
  bar.append(label, ...filters.map((filter) => filter.around), found);
  let texts;
  const apply = () => {
    texts = texts || new Map(rows.map((row) => [row, textOf(row).toLowerCase()]));
    const asked = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const row of rows) {
      const isWanted = asked.every((word) => texts.get(row).includes(word)) && filters.every((filter) => filter.holds(row));
      row.hidden = !isWanted;
      count += isWanted;
    }
    for (const group of table.querySelectorAll("tr.group")) {
      group.hidden = [...group.parentElement.rows].every((row) => row === group || row.hidden);
    }
    found.textContent = count === rows.length ? "" : `${count} of ${rows.length} rows`;
  };
  words.addEventListener("input", apply);
  for (const filter of filters) filter.control.addEventListener("change", apply);
  (table.closest(".scroll") || table).before(bar);
}

for (const table of document.querySelectorAll("table:not(.diff)")) {
  const rows = rowsOfBody(table);
  if (!table.tHead || table.tHead.rows.length !== 1 || rows.length < LEAST_TO_SORT) continue;
  const heads = [...table.tHead.rows[0].cells];
  if (heads.some((head) => head.colSpan > 1)) continue;
  if (rows.length >= LEAST_TO_SEARCH && !table.closest(".first")) makeSearchable(table, heads, rows);
  makeSortable(table, heads);
}
