-- Views for common questions in hand-written SQL. documentation.csv describes their columns.

create view publications_by_year as
select year, count(*) as publications
from publications
group by year
order by year desc;

create view publications_by_journal as
select journal, count(*) as publications, min(year) as first_year, max(year) as last_year
from publications
group by journal
order by publications desc, journal;

create view services_with_tags as
select
    services.id,
    services.name,
    services.nameHebrew,
    services.category,
    (
        select group_concat(tag, ', ')
        from (select tag from service_tags where service_id = services.id order by position)
    ) as tags
from services
order by services.id;

create view opening_hours as
select
    locations.name as location,
    day.value as day,
    span.value ->> 'opens' as opens,
    span.value ->> 'closes' as closes,
    locations.hours ->> 'timezone' as timezone
from locations, json_each(locations.hours, '$.weekly') as span, json_each(span.value, '$.days') as day
where not exists (
    select 1
    from json_each(locations.hours, '$.closures') as closure
    where closure.value ->> 'to' is null and closure.value ->> 'from' <= date('now')
)
order by
    case day.value
        when 'Sunday' then 1 when 'Monday' then 2 when 'Tuesday' then 3 when 'Wednesday' then 4
        when 'Thursday' then 5 when 'Friday' then 6 else 7
    end,
    opens,
    locations.id;

create view research_areas as
select
    area.key + 1 as position,
    area.value ->> 'name' as name,
    area.value ->> 'nameHebrew' as nameHebrew,
    area.value ->> 'description' as description,
    (select group_concat(value, ', ') from json_each(area.value, '$.keywords')) as keywords
from research, json_each(research.areas) as area
order by position;
