-- Questions to ask the database by hand: sqlite3 db/profile.db < db/queries.sql
-- `make inspect` offers each under its title; the README shows them, and a test runs them.

-- Publications of the last five years that the list covers, by journal
select journal, count(*) as publications, group_concat(year, ', ') as years
from publications
where year > (select max(year) from publications) - 5
group by journal
order by publications desc, journal;

-- The most frequent co-authors
select name as author, publications
from authors
order by publications desc, name
limit 10;

-- Publications with certain words, the best match first
select publications.year, publications.title
from publications_search
join listing on listing.place = publications_search.rowid
join publications on publications.id = listing.publication_id
where publications_search match 'nerve NOT median'
order by publications_search.rank;

-- Publications that still lack a DOI or a PubMed link
select year, title, doi, pubmed
from publications
where doi is null or pubmed is null
order by year desc, id;

-- Services with a tag, whatever their category
select services.name, services.nameHebrew, services.category
from services
join service_tags on service_tags.service_id = services.id
where service_tags.tag = 'nerve-ultrasound'
order by services.id;

-- How many services each category has, with and without tags
select category, count(*) as services, count(tags) as tagged
from services_with_tags
group by category
order by services desc, category;

-- When the clinic is open on Mondays
select opens, closes, timezone
from opening_hours
where day = 'Monday'
order by opens;
