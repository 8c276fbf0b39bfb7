"""Views for what people ask the database by hand."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class View:
    """A view: what it answers, its SELECT, and the meaning of its columns."""

    description: str
    select: str
    columns: dict[str, str]


VIEWS: dict[str, View] = {
    "publications_by_year": View(
        "How many publications each year has, the latest first.",
        """
        select year, count(*) as publications
        from publications
        group by year
        order by year desc
        """,
        {"year": "Year of publication.", "publications": "Number of publications."},
    ),
    "publications_by_journal": View(
        "How many publications each journal has, and from when to when.",
        """
        select journal, count(*) as publications, min(year) as first_year, max(year) as last_year
        from publications
        group by journal
        order by publications desc, journal
        """,
        {
            "journal": "Name of the journal.",
            "publications": "Number of publications.",
            "first_year": "Year of the first one.",
            "last_year": "Year of the last one.",
        },
    ),
    "services_with_tags": View(
        "The catalogue of services, each with its tags in one cell.",
        """
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
        order by services.id
        """,
        {
            "id": "Number of the service.",
            "name": "Name in English.",
            "nameHebrew": "Name in Hebrew.",
            "category": "Category.",
            "tags": "Tags with commas between them.",
        },
    ),
    "opening_hours": View(
        "One row for each day and span of the clinic's opening hours.",
        """
        select
            day.value as day,
            span.value ->> 'opens' as opens,
            span.value ->> 'closes' as closes,
            clinic.hours ->> 'timezone' as timezone
        from clinic, json_each(clinic.hours, '$.weekly') as span, json_each(span.value, '$.days') as day
        order by
            case day.value
                when 'Sunday' then 1 when 'Monday' then 2 when 'Tuesday' then 3 when 'Wednesday' then 4
                when 'Thursday' then 5 when 'Friday' then 6 else 7
            end,
            opens
        """,
        {
            "day": "Day of the week.",
            "opens": "Opening time, HH:MM.",
            "closes": "Closing time, HH:MM.",
            "timezone": "IANA name of the time zone.",
        },
    ),
    "research_areas": View(
        "One row for each research area.",
        """
        select
            area.key + 1 as position,
            area.value ->> 'name' as name,
            area.value ->> 'nameHebrew' as nameHebrew,
            area.value ->> 'description' as description,
            (select group_concat(value, ', ') from json_each(area.value, '$.keywords')) as keywords
        from research, json_each(research.areas) as area
        order by position
        """,
        {
            "position": "Place in the owner's order, from 1.",
            "name": "Name in English.",
            "nameHebrew": "Name in Hebrew.",
            "description": "Description.",
            "keywords": "Keywords with commas between them.",
        },
    ),
}
