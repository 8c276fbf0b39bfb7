"""The pages' own words in English and Hebrew. Everything else on a page is the owner's."""

from __future__ import annotations

# Key: English, Hebrew. A maqaf (־) joins a prefix to a name in Latin letters, without a space.
BOTH = {
    "direction": ("ltr", "rtl"),
    "skip": ("Skip to content", "דילוג לתוכן"),
    "sections": ("Sections", "חלקי העמוד"),
    "other_language": ("עברית", "English"),
    "about": ("About", "אודות"),
    "positions": ("Positions", "תפקידים"),
    "training": ("Training", "הכשרה"),
    "languages": ("Languages", "שפות"),
    "links": ("Links", "קישורים"),
    "email": ("Email", "דוא״ל"),
    "phone": ("Phone", "טלפון"),
    "address": ("Address", "כתובת"),
    "map": ("Show on map", "הצגה במפה"),
    "clinic": ("Clinic", "מרפאה"),
    "part_of": ("Part of %s", "חלק מ־%s"),
    "hours": ("Opening hours", "שעות פתיחה"),
    "day": ("Day", "יום"),
    "open": ("Hours", "שעות"),
    "closed": ("Closed", "סגור"),
    "closures": ("Closed on", "המרפאה סגורה בתאריכים"),
    "timezone": ("Times are local (%s).", "השעות לפי השעון המקומי (%s)."),
    "by_appointment": ("By appointment only.", "בתיאום מראש בלבד."),
    "insurance": ("Insurance", "הסדרי ביטוח"),
    "booking": ("Book an appointment", "קביעת תור"),
    "services": ("Services", "שירותים"),
    "other_services": ("Other services", "שירותים נוספים"),
    "research": ("Research", "מחקר"),
    "keywords": ("Keywords", "מילות מפתח"),
    "publications": ("Publications", "פרסומים"),
    "per_year": ("Publications per year", "פרסומים לפי שנה"),
    "one_found": ("1 publication", "פרסום אחד"),
    "many_found": ("%d publications", "%d פרסומים"),
    "none_found": ("No publications match. Try fewer words.", "לא נמצאו פרסומים מתאימים. כדאי לנסות פחות מילים."),
    "not_reached": (
        "The list could not be loaded. Press Search to try again.",
        "לא ניתן היה לטעון את הרשימה. יש ללחוץ על ״חיפוש״ כדי לנסות שוב.",
    ),
    "words": ("Words in title, authors or journal", "מילים בכותרת, בשמות המחברים או בכתב העת"),
    "year": ("Year", "שנה"),
    "every_year": ("All years", "כל השנים"),
    "journal": ("Journal", "כתב עת"),
    "every_journal": ("All journals", "כל כתבי העת"),
    "search": ("Search", "חיפוש"),
    "show_all": ("Show all", "הצגת הכול"),
    "pages": ("Pages of the list", "עמודי הרשימה"),
    "newer": ("Previous page", "העמוד הקודם"),
    "older": ("Next page", "העמוד הבא"),
    "full_text": ("Full text", "טקסט מלא"),
    "cite": ("Cite", "ציטוט"),
    "copied": ("Citation copied.", "הציטוט הועתק."),
    "export": ("Export", "ייצוא"),
    "download": ("Download all", "הורדת כל הפרסומים"),
    "feed": ("Feed of new publications", "עדכונים על פרסומים חדשים"),
    "credit": ("Use and credit", "תנאי שימוש וקרדיט"),
    "licensed": ("The data on this page may be used under %s.", "מותר להשתמש בנתונים שבעמוד זה לפי תנאי הרישיון %s."),
    "please_credit": ("Please credit", "נא לתת קרדיט"),
    "developers": ("For developers", "למפתחים"),
    "api": ("API", "API"),
    "console": ("Interactive API console", "התנסות ב־API"),
    "home": ("Profile", "פרופיל"),
}  # fmt: skip
WEEK = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
HEBREW_WEEK = ("ראשון", "שני", "שלישי", "רביעי", "חמישי", "שישי", "שבת")
LANGUAGES = ("en", "he")


def by_language(table: dict[str, tuple[str, str]]) -> dict[str, dict[str, str]]:
    """Return one table for each language."""
    return {language: {key: both[index] for key, both in table.items()} for index, language in enumerate(LANGUAGES)}


PHRASES = by_language(BOTH)
DAYS = by_language({day: (day, hebrew) for day, hebrew in zip(WEEK, HEBREW_WEEK, strict=True)})
