create unique index publications_doi on publications (doi);
create unique index publications_key on publications (key);

-- The page with the list counts the publications of each year and journal.
create index publications_year on publications (year, journal_id);

-- Each page says when the newest row was added.
create index publications_added on publications (added);
