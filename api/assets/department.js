// The pages of a department, after page.js in the same file. The people are all in the page; what a search compares is in
// people.json. The list of publications holds the latest ones, and the others come from publications.json with the first search.

const people = document.querySelector(".people");
const item = document.getElementById("item");
const NOT_SEARCHED = ["slug", "url", "photo"];
let texts; // the words of each person by slug, once they are read

/** The words in a value of people.json, whatever its language. */
function wordsOf(value) {
  if (typeof value === "string") return words(value);
  return Object.entries(value).flatMap(([key, part]) => (NOT_SEARCHED.includes(key) ? [] : wordsOf(part)));
}

async function readJson(address) {
  return (await fetch(address)).json();
}

/** Show the people that match the form. */
async function showPeople() {
  texts ??= readJson(people.dataset.source).then((read) => new Map(read.people.map((one) => [one.slug, [...new Set(wordsOf(one))]])));
  const known = await texts;
  const { q } = matchers();
  const onlyNew = form.elements.patients.value;
  for (const card of people.children) {
    card.hidden = !q({ words: known.get(card.dataset.slug) }) || (onlyNew && !("patients" in card.dataset));
  }
  tell(people.querySelectorAll("li:not([hidden])").length);
}

/** The element of a publication of publications.json. */
function element(publication) {
  const made = item.content.firstElementChild.cloneNode(true);
  const link = made.querySelector(".title a");
  link.href = publication.landingPage;
  link.textContent = publication.title;
  const here = new Map(publication.people.map(({ author, url }) => [author, url]));
  publication.authors.split(", ").forEach((name, index) => {
    const author = document.createElement(here.has(name) ? "a" : "span");
    if (here.has(name)) author.href = here.get(name);
    author.textContent = name;
    made.querySelector(".names").append(index ? ", " : "", author);
  });
  const tag = made.querySelector(".tag");
  if (publication.type) tag.dataset.type = tag.textContent = publication.type;
  else tag.remove();
  made.querySelector("cite").textContent = publication.journal;
  made.querySelector("bdi").textContent = publication.source;
  const doi = made.querySelector(".doi");
  if (publication.doi) doi.href = `https://doi.org/${publication.doi}`;
  else doi.remove();
  doi.textContent = `doi:${publication.doi}`;
  return made;
}

/** Add the publications that the page lacks to the list. */
async function complete() {
  const { publications: all } = await readJson(item.dataset.source);
  for (const publication of all.slice(list.querySelectorAll(ITEMS).length)) {
    let section = document.getElementById(publication.year);
    if (!section) {
      section = list.lastElementChild.cloneNode(true);
      const heading = section.querySelector("h2");
      section.id = heading.textContent = publication.year;
      heading.id = `in-${publication.year}`;
      section.setAttribute("aria-labelledby", heading.id);
      section.querySelector("ol").replaceChildren();
      list.append(section);
    }
    section.querySelector("ol").append(element(publication));
  }
}

if (people) {
  show = showPeople;
  startSearch();
} else if (item && form) {
  form.hidden = false;
  fill();
  const read = async () => {
    await complete();
    history.replaceState(null, "", address()); // includes what was typed in the meantime
    startSearch();
  };
  if (location.search) read();
  else form.addEventListener("focusin", read, { once: true });
}
