"""Views for common questions in hand-written SQL."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.loading.tables import Column, Table


@dataclass(frozen=True)
class View(Table):
    """A view and its documentation."""

    select: str = ""


def view(name: str, description: str, select: str, /, **columns: str) -> View:
    """Return a view from its SELECT and the description of each column."""
    title = name.replace("_", " ").capitalize()
    documented = (Column(column, "", column, meaning) for column, meaning in columns.items())
    return View(name, title, description, tuple(documented), select=select)


VIEWS = (
    view(
        "publications_by_year",
        "Number of publications in each year, latest first.",
        """
        select year, count(*) as publications
        from publications
        group by year
        order by year desc
        """,
        year="Year of publication.",
        publications="Number of publications.",
    ),
    view(
        "publications_by_journal",
        "Number of publications in each journal, with its first and last year.",
        """
        select journal, count(*) as publications, min(year) as first_year, max(year) as last_year
        from publications
        group by journal
        order by publications desc, journal
        """,
        journal="Name of the journal.",
        publications="Number of publications.",
        first_year="Year of the first publication.",
        last_year="Year of the last publication.",
    ),
    view(
        "services_with_tags",
        "The service catalog, with the tags of each service in one cell.",
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
        id="Position in the owner's order.",
        name="Name in English.",
        nameHebrew="Name in Hebrew.",
        category="Category.",
        tags="Tags, separated by commas.",
    ),
    view(
        "opening_hours",
        "One row for each day and time span of the clinic's opening hours.",
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
        day="Day of the week.",
        opens="Opening time, HH:MM.",
        closes="Closing time, HH:MM.",
        timezone="IANA name of the time zone.",
    ),
    view(
        "research_areas",
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
        position="Position in the owner's order, from 1.",
        name="Name in English.",
        nameHebrew="Name in Hebrew.",
        description="Description.",
        keywords="Keywords, separated by commas.",
    ),
)
