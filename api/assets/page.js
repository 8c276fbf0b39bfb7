// The profile page with the API at hand: the list follows what is typed, and a citation is copied at a click. Without this file
// the form and the links do the same by loading a page.

const form = document.querySelector("form[role=search]");
const list = document.querySelector("ol.publications");
const found = document.querySelector(".found");
const pages = document.querySelector("nav.pages");
const pattern = document.getElementById("listed").content.querySelector("li");
const { api, limit, one, many, none, failed, copied } = form.dataset;
// What an address of a DOI holds as it is (DOI Handbook, section 2.5.2.4), as the server writes it.
const PLAIN_IN_DOIS = /%(2F|3A|3B|2C|24|26|3D)/g;
const WAIT = 200; // milliseconds after the last key

const pathOf = (doi) => `/publications/${encodeURIComponent(doi)}`;

/** What the form asks for, as a query string without what is left blank. */
function asked() {
  const filled = [...new FormData(form)].filter(([, value]) => value.trim());
  return new URLSearchParams(filled);
}

/** The list item of a publication as the API has it: the page's own pattern, filled, less what is not known. */
function listed(publication) {
  const item = pattern.cloneNode(true);
  const { title, authors, journal, year, volume = "", issue = "", pages = "", doi, pubmed, url } = publication;
  const link = item.querySelector(".title a");
  if (doi || url) {
    link.textContent = title;
    link.href = doi ? api.replace(/\/api\/publications$/, pathOf(doi)) : url;
  } else {
    link.replaceWith(title);
  }
  item.querySelector(".authors").textContent = authors;
  item.querySelector("cite").textContent = journal;
  const place = volume + (issue && `(${issue})`);
  item.querySelector(".place").textContent = `${year}${place && `;${place}`}${pages && `:${pages}`}`;
  const atDoi = doi && `https://doi.org/${encodeURIComponent(doi).replace(PLAIN_IN_DOIS, decodeURIComponent)}`;
  const links = { doi: atDoi, pubmed, url: url !== atDoi && url };
  for (const [name, address] of Object.entries(links)) {
    const anchor = item.querySelector(`a.${name}`);
    if (address) anchor.href = address;
    else anchor.remove();
  }
  if (doi) {
    item.querySelector("a.doi").textContent = `doi:${doi}`;
    for (const anchor of item.querySelectorAll(".cite a")) {
      anchor.href = `${api}/${encodeURIComponent(doi)}?${anchor.getAttribute("href").split("?")[1]}`;
    }
  } else {
    item.querySelector(".cite").remove();
  }
  return item;
}

/** The address of this page with what is asked for, from a place in the list on. */
function addressOf(query, offset = 0) {
  const all = new URLSearchParams(query);
  if (offset) all.set("offset", offset);
  return `${form.getAttribute("action").split("#")[0]}${all.size ? `?${all}` : ""}`;
}

let latest = 0;

/** What the API answers: publications, and how many there are on all pages; nothing where it cannot be reached or refuses. */
async function answered(query) {
  try {
    const answer = await fetch(`${api}?${new URLSearchParams([...query, ["limit", limit]])}`);
    if (!answer.ok) return null;
    return { publications: (await answer.json()).publications, total: Number(answer.headers.get("X-Total-Count")) };
  } catch {
    return null;
  }
}

/** Ask, and show what is answered, unless something else was asked meanwhile. */
async function search() {
  const turn = ++latest;
  const query = asked();
  list.classList.add("waiting");
  const answer = await answered(query);
  if (turn !== latest) return;
  list.classList.remove("waiting");
  if (!answer) {
    found.textContent = failed;
    return;
  }
  const { publications, total } = answer;
  list.replaceChildren(...publications.map(listed));
  found.textContent = total === 0 ? none : total === 1 ? one : many.replace("%d", total);
  const [previous, next] = pages.children;
  previous.hidden = true;
  next.hidden = pages.hidden = total <= Number(limit);
  next.href = `${addressOf(query, Number(limit))}#publications`;
  history.replaceState(null, "", addressOf(query));
}

let timer;
form.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(search, WAIT);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(timer);
  search();
});
form.querySelector("[data-show-all]").addEventListener("click", (event) => {
  event.preventDefault();
  for (const field of form.elements) if (field.name) field.value = "";
  search();
});
document.querySelector("figure svg")?.addEventListener("click", (event) => {
  const bar = event.target.closest("a");
  if (!bar) return;
  event.preventDefault();
  form.elements.year.value = new URLSearchParams(bar.getAttribute("href").split("#")[0].split("?")[1]).get("year");
  search();
});
list.addEventListener("click", async (event) => {
  const anchor = event.target.closest('.cite a[href*="format=citation"]');
  if (!anchor || !navigator.clipboard) return;
  event.preventDefault();
  try {
    await navigator.clipboard.writeText((await (await fetch(anchor.href)).text()).trim());
    found.textContent = copied;
  } catch {
    location.assign(anchor.href);
  }
});
