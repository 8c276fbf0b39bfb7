"""Rules for the places of work in clinic.yaml: where they are on the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from math import acos, cos, degrees, radians, sin
from typing import Any, NamedTuple

from pipeline.report import Finding, ValuePath
from pipeline.wording import join_names, quote

# Degrees of a great circle. Every place is closer than this to some city that names a time zone of its country.
MAX_DEGREES = 20


class Point(NamedTuple):
    latitude: float
    longitude: float


def places(clinic: Mapping[str, Any]) -> Iterator[tuple[ValuePath, Mapping[str, Any]]]:
    """Yield the clinic and its other places, each with its path."""
    yield (), clinic
    yield from ((("locations", index), place) for index, place in enumerate(clinic.get("locations", ())))


def has_coordinates(_: int, record: Mapping[str, Any]) -> Iterator[Finding]:
    """Advise, once for all places, a link to a map or coordinates for each address that has neither."""
    found = [
        (path, quote(place["address"]))
        for path, place in places(record)
        if isinstance(place, dict) and "address" in place and not {"coordinates", "mapLink"} & place.keys()
    ]
    if found:
        path, addresses = found[0][0], [address for _, address in found]
        text = f"Maps and directions search for {join_names(addresses)}, and can find the wrong place."
        fix = "Choose Share in an online map, and paste the link under mapLink; or write the coordinates."
        yield Finding((*path, "coordinates"), "recommended", f"{text} {fix}", "warning")


def online_without_address(_: int, record: Mapping[str, Any]) -> Iterator[Finding]:
    """Warn of an address for visits by video or telephone: patients would go there."""
    for path, place in places(record):
        if isinstance(place, dict) and place.get("online") is True and "address" in place:
            both = "" if path else " If patients also come there, add the online visit as a place under locations."
            text = f"An online visit has no address. Delete the address, or write online: false.{both}"
            yield Finding((*path, "address"), "online_address", text, "warning", place["address"])


def near_time_zone(_: int, record: Mapping[str, Any]) -> Iterator[Finding]:
    """Warn of coordinates that are far from the country of the place's time zone."""
    for path, place in places(record):
        point, zone = point_of(place), zone_of(place)
        if point is None or is_near(point, zone):
            continue
        swapped = Point(point.longitude, point.latitude)
        fix = "Swap the two" if is_near(swapped, zone) else "Correct them, or the time zone"
        text = f"Latitude {point.latitude} and longitude {point.longitude} are far from the country of {zone}. {fix}."
        yield Finding((*path, "coordinates"), "far_coordinates", text, "warning", place["coordinates"])


def point_of(place: Any) -> Point | None:
    """The coordinates of a place; None if it has none, or wrong ones."""
    coordinates = place.get("coordinates") if isinstance(place, dict) else None
    if not isinstance(coordinates, dict):
        return None
    latitude, longitude = coordinates.get("latitude"), coordinates.get("longitude")
    if not (isinstance(latitude, int | float) and isinstance(longitude, int | float)):
        return None
    return Point(latitude, longitude) if abs(latitude) <= 90 and abs(longitude) <= 180 else None


def zone_of(place: Mapping[str, Any]) -> str:
    """The time zone of a place; "" if it has none."""
    hours = place.get("hours")
    return str(hours.get("timezone", "")) if isinstance(hours, dict) else ""


def is_near(point: Point, zone: str) -> bool:
    """Whether a point is near any city in a time zone's country; True for a zone without a country, such as UTC."""
    cities = cities_of_country(zone)
    return not cities or any(distance(point, city) <= MAX_DEGREES for city in cities)


@cache
def cities_of_country(zone: str) -> Sequence[Point]:
    """The cities that name the time zones of a zone's country (zone.tab of the IANA database)."""
    lines = resources.files("tzdata").joinpath("zoneinfo", "zone.tab").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t")[:3] for line in lines if not line.startswith("#")]
    country = next((country for country, _, name in rows if name == zone), None)
    return [read_position(position) for other, position, _ in rows if other == country]


def read_position(text: str) -> Point:
    """Read a point in ISO 6709, such as ``+3147+03514``, in degrees and minutes; seconds are ignored."""
    split = max(text.rfind("+"), text.rfind("-"))
    return Point(read_angle(text[:split], 2), read_angle(text[split:], 3))


def read_angle(text: str, digits: int) -> float:
    sign, whole, minutes = text[0], text[1 : 1 + digits], text[1 + digits : 3 + digits]
    return float(f"{sign}{int(whole) + int(minutes) / 60}")


def distance(one: Point, other: Point) -> float:
    """The angle between two points of the globe, in degrees."""
    (north, east), (other_north, other_east) = (map(radians, point) for point in (one, other))
    cosine = sin(north) * sin(other_north) + cos(north) * cos(other_north) * cos(east - other_east)
    return degrees(acos(max(-1, min(1, cosine))))
