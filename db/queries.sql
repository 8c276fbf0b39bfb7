-- Example queries: sqlite3 db/profile.db < db/queries.sql
-- `make inspect` offers each query under its title, and asks for its parameters. README.md in this folder shows them, and a test
-- runs them.

-- The parameters, for the sqlite3 shell.
.parameter set :author "'Levi R'"
.parameter set :tag "'nerve-ultrasound'"
.parameter set :words "'nerve NOT median'"
.parameter set :year 2021

-- Publications since a year, by journal
select journal, count(*) as publications, min(year) as first_year, max(year) as last_year
from publications
where year >= cast(:year as integer)
group by journal
order by publications desc, journal;

-- Publications of an author
select publications.year, publications.title, publications.journal
from authors
join publication_authors on publication_authors.author_id = authors.id
join publications on publications.id = publication_authors.publication_id
where authors.name = :author
order by publications.id;

-- The most frequent co-authors
select authors.name as author, count(*) as publications
from publication_authors
join authors on authors.id = publication_authors.author_id
group by authors.id
order by publications desc, author
limit 10;

-- Publications with certain words, best match first
select publications.year, publications.title
from publications_search
join publications on publications.id = publications_search.rowid
where publications_search match coalesce(nullif(:words, ''), '""')
order by publications_search.rank;

-- Publications without a DOI or a PubMed link
select year, title, doi, pubmed
from publications
where doi is null or pubmed is null
order by id;

-- Services with a tag, in any category
select services.name, services.nameHebrew, services.category
from services
join service_tags on service_tags.service_id = services.id
where service_tags.tag = :tag
order by services.id;

-- Number of services in each category, and how many have tags
select category, count(*) as services, count(tags) as tagged
from services_with_tags
group by category
order by services desc, category;

-- Opening hours on Mondays
select location, opens, closes, timezone
from opening_hours
where day = 'Monday'
order by opens;

-- What is current
select section, title, organization, startDate
from cv_entries
where endDate = 'now'
order by id;

-- Grants by funder
select organization as funder, count(*) as grants, min(startDate) as since, group_concat(title, '; ') as titles
from cv_entries
where section = 'grant'
group by funder
order by grants desc, funder;

-- Teaching by year
select substr(startDate, 1, 4) as year, count(*) as courses, group_concat(title, '; ') as titles
from cv_entries
where section = 'teaching'
group by year
order by year desc;
