// The list of publications. The page holds all of them, so a search only shows and hides items. It matches what the server would
// find (db/text.py, api/query/parameters.py). Without the script, or where the page holds only a part, the form asks the server.

// Letters with a stroke and ligatures, which NFD does not decompose.
const BASE_LETTERS = { ø: "o", ł: "l", đ: "d", ð: "d", ħ: "h", ŧ: "t", ı: "i", æ: "ae", œ: "oe", þ: "th" };
const MAX_WORDS = 10; // a search uses the first different ones
const SEARCH_DELAY = 150; // milliseconds after the last key press
const COPIED_DELAY = 4000; // milliseconds for which "Copied" is shown
const CHART_HEIGHT = 72;
const ITEMS = ".publications > li"; // a summary may have a list as well

const form = document.querySelector("form[role=search]");
const list = document.querySelector(".list");
const bars = [...document.querySelectorAll("figure svg a")];
// An owner's own template may lack these.
const chart = bars[0]?.closest("figure");
const showAll = document.querySelector("[data-show-all]");

/** Text without case and accents. Upper case turns ß into SS. */
function normalize(text) {
  const bare = text.normalize("NFD").replace(/\p{Mn}/gu, "");
  return bare.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ").normalize("NFD").replace(/\p{Mn}/gu, "");
}

/** Normalized text with plain letters and digits. */
function transliterate(text) {
  return normalize(text).replace(/[øłđðħŧıæœþ⁰¹²³⁴-⁹₀-₉]/g, (character) => BASE_LETTERS[character] ?? character.normalize("NFKC"));
}

/** The words of a text with plain letters and digits. */
function words(text) {
  return transliterate(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The letters and digits of a text. */
function letters(text) {
  return normalize(text).replace(/[^\p{L}\p{N}]/gu, "");
}

/** The words that someone searches for: a DOI is one. */
function searchWords(text) {
  const parts = text.split(/\s+/).map((part) => [part, part.replace(/^(doi:|https?:\/\/(dx\.)?doi\.org\/)/i, "")]);
  return parts.flatMap(([part, doi]) => (/^10\.\d{4,9}(\.\d+)*\/\S+$/.test(doi) ? [letters(doi)] : words(part)));
}

/** What a search finds besides words: DOI, PubMed ID, notice, words without their hyphens, and the summary. */
function details(item, title) {
  const doi = item.querySelector(".links a[dir]")?.href ?? "";
  const notice = item.querySelector(".notice")?.classList[1] ?? "";
  const compounds = transliterate(title).match(/[\p{L}\p{N}]+(?:[-‐‑–][\p{L}\p{N}]+)+/gu) ?? [];
  return [
    letters(decodeURIComponent(doi.replace("https://doi.org/", ""))),
    item.querySelector("[data-pmid]")?.dataset.pmid,
    ...words(notice === "expression" ? "expression of concern" : notice),
    ...compounds.map(letters),
    ...words(item.querySelector("[data-words]")?.dataset.words ?? ""),
  ].filter(Boolean);
}

/** The publications of the list with what a search compares. */
function read() {
  return [...list.querySelectorAll(ITEMS)].map((item) => {
    const text = (selector) => item.querySelector(selector).textContent;
    const year = item.closest("section").id;
    const found = new Set(words([".title", ".names", "cite"].map(text).join(" ")));
    const more = [year, ...details(item, text(".title"))];
    for (const word of more) found.add(word);
    const texts = [words(text(".title")), more].map((part) => ` ${part.join(" ")} `);
    const type = item.querySelector("[data-type]")?.dataset.type ?? "article";
    const flags = ["[data-featured]", "[data-words]", "[data-data]"];
    const [featured, summary, has_data] = flags.map((selector) => String(Boolean(item.querySelector(selector))));
    return { item, type, featured, summary, has_data, year: Number(year), journal: normalize(text("cite")), words: [...found], texts };
  });
}

/** A phrase with a number, in the plural form that the language has for it. */
function countPhrase(forms, number) {
  const form = new Intl.PluralRules(document.documentElement.lang).select(number);
  return (forms[form] ?? forms.other).replace("{number}", number);
}

let publications;

/** Whether a publication matches each field of the form, as functions. */
function matchers() {
  const values = Object.fromEntries(new FormData(form));
  const { q, year = "", keywords = "", type = "", journal_is: name = "", journal: part = "", featured, summary, has_data } = values;
  const complete = searchWords(q);
  const end = complete.pop() ?? ""; // may be incomplete
  const wanted = [...new Set(complete)].slice(0, MAX_WORDS);
  const last = wanted.length < MAX_WORDS ? end : "";
  const phrases = keywords.split(",").map((text) => words(text).join(" ")).filter(Boolean);
  const [exact, included] = [name, part].map((text) => normalize(text.trim()));
  return {
    q: (one) => wanted.every((word) => one.words.includes(word)) && (!last || one.words.some((word) => word.startsWith(last))),
    keywords: (one) => !phrases.length || phrases.some((phrase) => one.texts.some((text) => text.includes(` ${phrase} `))),
    journal: (one) => (!exact || one.journal === exact) && one.journal.includes(included),
    type: (one) => !type || type.split(",").includes(one.type),
    featured: (one) => !featured || one.featured === featured,
    summary: (one) => !summary || one.summary === summary,
    has_data: (one) => !has_data || one.has_data === has_data,
    year: (one) => !year || one.year === Number(year),
  };
}

/** Show the publications that match the form. */
function show() {
  publications ??= read();
  const { year, ...others } = matchers();
  const counts = {};
  const totals = {};
  let found = 0;
  let charted = 0;
  for (const one of publications) {
    const matches = Object.values(others).every((matcher) => matcher(one));
    charted += matches;
    one.item.hidden = !matches || !year(one);
    found += !one.item.hidden;
    counts[one.year] = (counts[one.year] ?? 0) + matches;
    totals[one.year] = (totals[one.year] ?? 0) + 1;
  }
  for (const section of list.children) section.hidden = !section.querySelector(`${ITEMS}:not([hidden])`);
  for (const bar of bars) draw(bar, counts[bar.dataset.year], totals[bar.dataset.year]);
  if (chart) chart.hidden = charted < chart.dataset.min;
  tell(found);
}

/** Say how many items a search has found, and offer all again. */
function tell(found) {
  if (showAll) showAll.hidden = ![...new FormData(form).values()].some(Boolean);
  const status = document.querySelector(".found");
  const { none, fewer, forms } = status.dataset;
  const nothing = words(form.elements.q.value).length > 1 ? `${none} ${fewer}` : none;
  status.textContent = found ? countPhrase(JSON.parse(forms), found) : nothing;
}

/** Draw the matching part of a year's bar. Its link is followed in the page. */
function draw(bar, count, total) {
  const [title, whole, part, text] = ["title", ".whole", ".bar", "text"].map((selector) => bar.querySelector(selector));
  const height = (whole.getAttribute("height") * count) / total;
  part.setAttribute("y", CHART_HEIGHT - height);
  part.setAttribute("height", height);
  text.textContent = count || "";
  title.textContent = `${bar.dataset.year}: ${count}`;
  bar.ariaCurrent = Number(bar.dataset.year) === Number(form.elements.year.value) || null;
}

/** The address of the search in the form. Its anchor stays. */
function address() {
  const url = new URL(location.href);
  url.search = new URLSearchParams([...new FormData(form)].filter(([, value]) => value.trim()));
  return url.href;
}

/** Fill the form from the query of an address. A value that cannot be chosen yet is added. */
function fill(search = location.search) {
  const query = new URLSearchParams(search);
  for (const field of form.querySelectorAll("[name]")) {
    const value = query.get(field.name) ?? "";
    if (field.type === "checkbox") {
      field.checked = value === field.value;
      continue;
    }
    if (field.options && ![...field.options].some((option) => option.value === value)) field.add(new Option(value, value));
    field.value = value;
  }
}

let timer;
let isTyping = false; // the newest entry of the history is the search that is being typed

/** Search, with one entry in the history however many keys are pressed. */
function search() {
  clearTimeout(timer);
  show();
  const url = address();
  if (url === location.href) return;
  if (isTyping) history.replaceState(null, "", url);
  else history.pushState(null, "", url);
  isTyping = true;
}

/** Search, and let the next search have its own entry in the history. */
function finish() {
  search();
  isTyping = false;
}

function startSearch() {
  form.hidden = false; // a site of files hides it until the script runs
  fill();
  if (location.search) show();
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(search, SEARCH_DELAY);
  });
  form.addEventListener("change", finish);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    finish();
  });
  showAll?.addEventListener("click", (event) => {
    event.preventDefault();
    fill("");
    finish();
  });
  for (const bar of bars) {
    bar.addEventListener("click", (event) => {
      event.preventDefault();
      const { year } = form.elements;
      year.value = bar.ariaCurrent ? "" : bar.dataset.year;
      finish();
    });
  }
  addEventListener("popstate", () => {
    clearTimeout(timer);
    isTyping = false;
    fill();
    show();
  });
}

/** Let Tab reach a single bar of the chart, and the arrow keys the others. */
function rove(current) {
  for (const bar of bars) bar.tabIndex = bar === current ? 0 : -1;
}

function startChart() {
  rove(bars.find((bar) => bar.ariaCurrent) ?? bars.at(-1));
  bars.forEach((bar, index) => {
    bar.addEventListener("focus", () => rove(bar));
    bar.addEventListener("keydown", (event) => {
      const next = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: bars.length - 1 }[event.key];
      if (next === undefined) return;
      event.preventDefault();
      bars[next]?.focus();
    });
  });
}

if (list && "complete" in list.dataset) startSearch();
if (bars.length) startChart();

// Citations. In the list, "Cite" opens the ways to cite a publication beside it; without the script it leads to the page of the
// publication. A citation is copied: from the page, or from the address of the link.

/** Show or hide the ways to cite the publication that a link leads to. */
function toggleCitations(link) {
  const isOpen = link.ariaExpanded === "true";
  link.ariaExpanded = !isOpen;
  if (isOpen) return link.nextElementSibling.remove();
  const citations = document.getElementById("cite").content.firstElementChild.cloneNode(true);
  link.after(citations);
  for (const each of citations.querySelectorAll("a")) each.pathname += link.pathname.split("/").pop();
}

/** Copy a text, and say so beside what was clicked. */
async function copy(clicked, text) {
  await navigator.clipboard.writeText(text);
  const output = clicked.parentElement.querySelector("output");
  clicked.after(output);
  output.value = clicked.closest("[data-copied]").dataset.copied;
  setTimeout(() => (output.value = ""), COPIED_DELAY);
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a");
  const button = event.target.closest("button[data-copy]");
  if (link?.matches(".cite") && document.querySelector("template#cite")) {
    event.preventDefault();
    toggleCitations(link);
  } else if (link?.matches('.citations [href*="format=citation"]') && navigator.clipboard) {
    event.preventDefault();
    try {
      await copy(link, (await (await fetch(link)).text()).trim());
    } catch {
      location.assign(link.href);
    }
  } else if (button) {
    const citation = document.getElementById(button.dataset.copy);
    try {
      await copy(button, citation.textContent);
    } catch {
      getSelection().selectAllChildren(citation); // to be copied with the keyboard
    }
  }
});
document.addEventListener("keydown", (event) => {
  const box = event.target.closest?.(".links")?.querySelector(".citations");
  if (event.key !== "Escape" || !box) return;
  const link = box.previousElementSibling;
  toggleCitations(link);
  link.focus();
});
for (const button of document.querySelectorAll("button[data-copy]")) button.hidden = false;
