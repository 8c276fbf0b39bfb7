// Search without loading a page: the script fetches the page that the form would load, and shows its list. Without the script, the
// form and the links load that page.

const form = document.querySelector("form[role=search]");
const section = document.getElementById("publications");
const PARTS = ["ol.publications", "nav.pages", "figure svg"];
const WAIT = 200; // milliseconds after the last key press

/** The address that the form loads, without the fields that are empty. */
function address() {
  const fields = [...new FormData(form)].filter(([, value]) => value.trim());
  const url = new URL(form.action);
  url.search = new URLSearchParams(fields);
  url.hash = "";
  return url;
}

/** The page at an address, or null if it cannot be loaded. */
async function load(url) {
  try {
    const response = await fetch(url, { headers: { Accept: "text/html" } });
    return response.ok ? new DOMParser().parseFromString(await response.text(), "text/html") : null;
  } catch {
    return null;
  }
}

// The message is a live region: screen readers announce new text, but not a new element.
function say(message) {
  section.querySelector(".found").textContent = message;
}

let searches = 0;

/** Show the list that matches the form, unless another search has started in the meantime. */
async function search() {
  const number = ++searches;
  const url = address();
  section.querySelector("ol.publications").classList.add("waiting");
  const page = await load(url);
  if (number !== searches) return;
  if (!page) {
    section.querySelector("ol.publications").classList.remove("waiting");
    say(form.dataset.failed);
    return;
  }
  for (const part of PARTS) section.querySelector(part)?.replaceWith(page.querySelector(part));
  say(page.querySelector(".found").textContent);
  history.replaceState(null, "", url);
}

/** Copy the citation at an address; if that is not possible, open it. */
async function copy(url) {
  try {
    await navigator.clipboard.writeText((await (await fetch(url)).text()).trim());
    say(form.dataset.copied);
  } catch {
    location.assign(url);
  }
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
section.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (link?.matches("[data-show-all]")) {
    for (const field of form.elements) if (field.name) field.value = "";
    search();
  } else if (link?.matches("svg a")) {
    form.elements.year.value = new URLSearchParams(link.getAttribute("href").split("#")[0].split("?")[1]).get("year");
    search();
  } else if (link?.matches('.cite a[href*="format=citation"]') && navigator.clipboard) {
    copy(link.href);
  } else {
    return;
  }
  event.preventDefault();
});
