// What the home page says about today: whether a place of work is open now in its time zone or when it opens, closures from today on,
// and the announcements of the day. Without the script the page has the regular hours, and all closures and announcements.

// Pages have the same digits in every language.
const { dataset, lang } = document.documentElement;
const LOCALE = new Intl.Locale(dataset.locale ?? (lang || "en"), { numberingSystem: "latn" });
const MINUTE = 60_000;
const WEEK = 7;
const SOON = 31; // days before closures whose dates are in sight
const DAYS_AHEAD = 400; // longer closures are not searched
const FOREVER = "9999-12-31"; // the end of a closure until further notice

/** The date that many days later, as a Date at midnight UTC and as text: 2027-04-21. */
function later(today, days) {
  const date = new Date(`${today}T00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return [date, date.toISOString().slice(0, 10)];
}

/** A date as people write it in the language of the page. */
function written(date, options) {
  return new Intl.DateTimeFormat(LOCALE, { timeZone: "UTC", ...options }).format(date);
}

/** A time of day: 8:30 as in the week, or 8:30 am where people count to twelve. */
function clock(time) {
  const format = new Intl.DateTimeFormat(LOCALE, { timeZone: "UTC", timeStyle: "short" });
  if (!format.resolvedOptions().hour12) return time.replace(/^0/, "");
  return format.format(new Date(`1970-01-01T${time}Z`)).replace(/\s/g, "\u00a0");
}

/** The closure that a day belongs to, if any. */
function closureOn({ closures }, iso) {
  return closures.find(([from, to]) => from <= iso && iso <= to);
}

/** The spans of opening times on a day; none on a day off and during a closure. */
function spansOn(hours, date, iso) {
  return closureOn(hours, iso) ? [] : hours.week[date.getUTCDay()];
}

/** The last day of the closure that a day belongs to, and of those that follow it without a gap. */
function lastClosedDay(hours, iso) {
  const [, to] = closureOn(hours, iso);
  const [, next] = later(to, 1);
  return closureOn(hours, next) ? lastClosedDay(hours, next) : to;
}

/** A text with the reason of a closure, if it has one. */
function withReason(text, [, , reason]) {
  return reason ? `${text} (${reason})` : text;
}

/** The sentence about a closure of today and at least the next six days; "" if there is none. It ends on the day `last`. */
function longClosure(closure, last, today) {
  if (!closure || last < later(today, WEEK - 1)[1]) return "";
  if (last === FOREVER) return withReason(phrases.closed_indefinitely, closure);
  const year = last < later(today, 365)[1] ? undefined : "numeric";
  const day = written(later(last, 0)[0], { day: "numeric", month: "long", year });
  return withReason(phrases.closed_until.replace("{day}", day), closure);
}

/** The sentence about this or the next opening, and when that begins: "" for this one; null if there is none. */
function opening(hours, today, time) {
  const reason = closureOn(hours, today)?.[2];
  const closed = reason ? phrases.closed_for.replace("{reason}", () => reason) : phrases.closed_today;
  const frame = closureOn(hours, today) ? closed : "{next}";
  for (let ahead = 0; ahead < DAYS_AHEAD; ahead += 1) {
    const [date, iso] = later(today, ahead);
    const spans = spansOn(hours, date, iso).filter(([, closes]) => ahead > 0 || time < closes);
    if (!spans.length) continue;
    const [opens, closes] = spans[0];
    if (ahead === 0 && opens <= time) {
      const until = spans.reduce((end, [from, to]) => (from === end ? to : end), closes);
      // Patients need an appointment even while the office is open.
      const sentence = hours.byAppointment && !hours.online ? phrases.office_open_until : phrases.open_until;
      return [sentence.replace("{time}", clock(until)), ""];
    }
    const key = ["opens_today", "opens_tomorrow"][ahead] ?? (ahead < WEEK ? "opens_on_day" : "opens_on_date");
    const day = written(date, { weekday: "long", ...(ahead < WEEK ? {} : { day: "numeric", month: "long" }) });
    return [frame.replace("{next}", phrases[key].replace("{day}", day).replace("{time}", clock(opens))), `${iso} ${opens}`];
  }
  return null;
}

/** Outline today in the week of a place, and strike out closed days from today on, with the reason for screen readers. */
function showWeek(hours, place, today) {
  const cells = [...place.querySelectorAll("[data-day]")];
  const current = cells.findIndex((cell) => Number(cell.dataset.day) === later(today, 0)[0].getUTCDay());
  cells.forEach((cell, index) => {
    const [, iso] = later(today, (index - current + WEEK) % WEEK); // a day before today means next week
    const closure = hours.week[cell.dataset.day].length && closureOn(hours, iso);
    cell.classList.toggle("struck", Boolean(closure));
    cell.ariaLabel = closure ? cell.firstChild.textContent + phrases.colon + withReason(phrases.closed, closure) : null;
    cell.ariaCurrent = index === current ? "date" : null;
  });
}

/** A sentence about a place where patients need an appointment. It names the office only if that is open today: a clinic of one
 * afternoon may have none. */
function withAppointment(hours, sentence, opens, today) {
  if (hours.online || (opens && !opens.startsWith(today))) return `${phrases.by_appointment} ${sentence}`;
  return phrases.office.replace("{sentence}", () => sentence[0].toLowerCase() + sentence.slice(1));
}

/** Bring a place up to date with the clock. */
function showPlace(hours, place) {
  if (!hours) return;
  // Swedish writes date and time as 2027-04-21 08:30.
  const format = new Intl.DateTimeFormat("sv", { timeZone: hours.timezone, dateStyle: "short", timeStyle: "short" });
  const [today, time] = format.format(Date.now()).split(" ");
  const entries = [...place.querySelectorAll(".closures li")];
  const dates = [];
  hours.closures.forEach(([from, to], index) => {
    entries[index].hidden = to < today;
    entries[index].ariaCurrent = from <= today && today <= to ? "date" : null;
    if (today < from && from <= later(today, SOON)[1]) dates.push(entries[index].textContent);
  });
  place.querySelector(".closures")?.toggleAttribute("hidden", entries.every((entry) => entry.hidden));
  const soon = place.querySelector(".soon"); // an owner's own template may lack it
  soon?.toggleAttribute("hidden", !dates.length);
  soon?.lastChild.replaceChildren(dates.join(" · "));
  showWeek(hours, place, today);
  const closure = closureOn(hours, today);
  const last = closure && lastClosedDay(hours, today);
  const closed = longClosure(closure, last, today);
  const isAway = Boolean(closure) && last >= later(closure[0], WEEK - 1)[1];
  place.classList.toggle("shut", last === FOREVER);
  place.classList.toggle("away", isAway && last !== FOREVER);
  if (isAway && !place.querySelector(".badge.closed")) {
    const badge = Object.assign(document.createElement("span"), { className: "badge closed", textContent: phrases.closed });
    place.querySelector(".top")?.append(badge);
  }
  const [next, opens] = (hours.opens && opening(hours, today, time)) || []; // home visits do not open
  const sentence = closed || next;
  const status = place.querySelector(".status");
  if (!status) return;
  const text = hours.byAppointment && !closed && sentence ? withAppointment(hours, sentence, opens, today) : sentence;
  if (text) status.textContent = text.replace(/\blas (?=1:)/, "la "); // Spanish: a las 8:30, but a la 1:00
  status.classList.toggle("open", opens === "");
}

const { places: hoursOfPlaces, phrases } = JSON.parse(document.getElementById("hours")?.textContent ?? '{"places": []}');
const places = document.querySelectorAll(".place");
const announcements = document.querySelectorAll(".announcements");

/** Move the announcements of the card above its places during a vacation, when patients look for the substitute, and back. */
function orderCard() {
  const card = document.querySelector(".places");
  const notices = card?.querySelector(":scope > .announcements");
  const first = card?.querySelector(":scope > .place");
  const next = first?.matches(".shut, .away") ? first : null;
  if (notices && notices.nextElementSibling !== next) card.insertBefore(notices, next); // only then, because links lose the focus
}

/** Hide the announcements of other days. */
function showAnnouncements() {
  const today = new Intl.DateTimeFormat("sv", { dateStyle: "short" }).format(Date.now());
  for (const section of announcements) {
    const all = [...section.children];
    for (const each of all) each.hidden = today < each.dataset.from || each.dataset.until < today;
    section.hidden = all.every((each) => each.hidden);
  }
}

/** Bring the page up to date with the clock. */
function showToday() {
  hoursOfPlaces.forEach((hours, index) => showPlace(hours, places[index]));
  orderCard();
  showAnnouncements();
}

showToday();
setInterval(showToday, MINUTE);

// The bar with the action steps aside while a button of a place is in view.
const bar = document.querySelector(".in-reach");
const buttons = new Set();
const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) buttons[isIntersecting ? "add" : "delete"](target);
  bar.classList.toggle("aside", buttons.size > 0);
}, { threshold: 1 });
if (bar) for (const button of document.querySelectorAll(":is(.hero, .place) .button")) observer.observe(button);
