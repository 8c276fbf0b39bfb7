
// The people of a department, each with the words that a search finds.

const people = document.querySelector(".people");

function showPeople() {
  const { q } = matchers();
  const onlyNew = form.elements.patients.checked;
  for (const card of people.children) {
    card.hidden = !q({ words: words(card.dataset.words) }) || (onlyNew && !("patients" in card.dataset));
  }
  tell(people.querySelectorAll("li:not([hidden])").length);
}

if (people) {
  show = showPeople;
  startSearch();
}
