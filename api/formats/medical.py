"""The clinic and its services in the words of schema.org."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from api.pages.clinic import map_address

Values = Mapping[str, Any]
Node = dict[str, Any]

DAY = "https://schema.org/{}"
# A day that opens and closes at midnight is closed all day (Google Search Central, Local business).
CLOSED = {"opens": "00:00", "closes": "00:00"}


def kept(node: Values) -> Node:
    """What has a value; the rest is not said."""
    return {name: value for name, value in node.items() if value not in (None, "", [], {})}


def reference(identity: str) -> dict[str, str]:
    """A node that is described elsewhere in the graph."""
    return {"@id": identity}


def hebrew(text: str | None) -> dict[str, str] | None:
    """A text that says that it is in Hebrew."""
    return {"@value": text, "@language": "he"} if text else None


def clinic_node(clinic: Values, services: list[Node], identity: str) -> Node:
    """The clinic: where it is, how to reach it, when it is open, and what it offers."""
    hours, coordinates = clinic.get("hours", {}), clinic.get("coordinates")
    return kept(
        {
            "@type": "MedicalClinic",
            "@id": identity,
            "name": clinic["name"],
            "alternateName": hebrew(clinic.get("nameHebrew")),
            "address": clinic["address"],
            "telephone": clinic["phone"],
            "email": clinic.get("email"),
            "geo": coordinates and {"@type": "GeoCoordinates", **coordinates},
            "hasMap": coordinates and map_address(coordinates),
            "parentOrganization": part_of(clinic.get("parent")),
            "openingHoursSpecification": [opening(span) for span in hours.get("weekly", ())],
            "specialOpeningHoursSpecification": [closed(closure) for closure in hours.get("closures", ())],
            "potentialAction": [booking(name, address) for name, address in clinic.get("bookingLinks", {}).items()],
            "availableService": services,
        }
    )


def part_of(parent: str | None) -> dict[str, str] | None:
    return {"@type": "Organization", "name": parent} if parent else None


def opening(span: Values) -> Node:
    days = [DAY.format(day) for day in span["days"]]
    return {"@type": "OpeningHoursSpecification", "dayOfWeek": days, "opens": span["opens"], "closes": span["closes"]}


def closed(closure: Values) -> Node:
    """The days of a closure, first and last included."""
    return kept(
        {
            "@type": "OpeningHoursSpecification",
            "description": closure.get("reason"),
            "validFrom": closure["from"],
            "validThrough": closure["to"],
            **CLOSED,
        }
    )


def booking(name: str, address: str) -> Node:
    return {"@type": "ReserveAction", "name": name, "target": address}


def service_nodes(services: list[Values], base: str) -> list[Node]:
    """The services, each with an address, so that both the person and the clinic can offer it."""
    return [
        kept(
            {
                "@type": "MedicalProcedure",
                "@id": f"{base}/#service-{number}",
                "name": service["name"],
                "alternateName": hebrew(service.get("nameHebrew")),
            }
        )
        for number, service in enumerate(services, start=1)
    ]
