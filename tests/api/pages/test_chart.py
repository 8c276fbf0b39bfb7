"""The chart of publications per year."""

import pytest

from api.pages.chart import Bar, bars
from tests.support.markup import links, text, texts
from tests.support.site import Site

COUNTS = {2014: 1, 2016: 1, 2017: 1, 2019: 1, 2020: 1, 2021: 2, 2022: 1, 2023: 2, 2024: 1, 2025: 2}


def test_the_chart_of_the_page(site: Site) -> None:
    """A bar for each year with publications, each a link; other years leave a gap."""
    svg = site.page("/publications").xpath("//figure/svg")[0]
    assert texts(svg, "../figcaption") == ["Publications per year"]
    assert [(text(bar.find("title")), bar.get("href")) for bar in svg.xpath("a")] == [
        (f"{year}: {count}", f"/publications?year={year}") for year, count in COUNTS.items()
    ]
    assert texts(svg, "g/text") == [*map(str, range(2014, 2026))]
    assert texts(svg, "a/text") == [*map(str, COUNTS.values())]


def test_the_chart_follows_the_filters(site: Site) -> None:
    svg = site.page("/publications?q=nerve&year=2021").xpath("//figure/svg")[0]
    assert [text(bar.find("title")) for bar in svg.xpath("a[title]")] == [
        f"{year}: {2 if year == 2021 else int(year in (2022, 2025))}" for year in COUNTS
    ]
    assert [float(rect.get("height")) for rect in svg.xpath("a[title='2022: 1']/rect[@class='bar']")] == [60]
    assert links(svg, "a[@aria-current='true']") == [("2021: 2 2", "/publications?q=nerve")]
    assert svg.xpath("a[title='2014: 0']/@href") == ["/publications?q=nerve&year=2014"]


@pytest.mark.parametrize(
    ("first", "labelled", "has_counts"),
    [
        (2009, [*range(2009, 2021)], True),
        (2008, [2010, 2015, 2020], True),
        (1990, [*range(1990, 2021, 5)], False),
        (1961, [*range(1965, 2021, 5)], False),
        (1960, [*range(1960, 2021, 10)], False),
    ],
)
def test_labels_of_many_years(first: int, labelled: list[int], has_counts: bool) -> None:
    """Up to 12 years are all labelled, up to 60 every fifth, then every tenth; up to 30 have their number above the bar."""
    totals = dict.fromkeys(range(first, 2021), 1)
    chart = bars(totals, totals)
    assert [bar.year for bar in chart if bar.has_label] == labelled
    assert {bar.has_count for bar in chart} == {has_counts}


def test_bars_are_in_proportion_to_the_tallest() -> None:
    """Years without publications leave a gap. Few years have narrow bars, as if they were six."""
    assert bars({2018: 4, 2020: 3}, {2020: 3}) == [
        Bar(2018, 0, 4, 14.93, 120, 76.8, 0, has_label=True, has_count=True),
        Bar(2019, 0, 0, 121.6, 120, 76.8, 0, has_label=True, has_count=True),
        Bar(2020, 3, 3, 228.27, 30, 76.8, 90, has_label=True, has_count=True),
    ]
