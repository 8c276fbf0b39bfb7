create unique index publications_doi on publications (doi);
create unique index publications_citation_key on publications (citation_key);

-- These cover every column that the API filters or sorts by, so that it reads whole rows only for the page that it returns.
create index publications_id on publications (id, year, journal_id, has_doi, title_position);
create index publications_year on publications (year, id, journal_id, has_doi, title_position);
create index publications_journal on publications (journal_id, id, year, has_doi, title_position);
create index publications_title on publications (title_position, id, year, journal_id, has_doi);

create index services_category on services (category);
create index service_tags_tag on service_tags (tag, service_id);
