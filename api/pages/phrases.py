"""What the pages say of themselves, in English and in Hebrew; all else is the owner's."""

from __future__ import annotations

from api.pages.clinic import DAYS as DAYS_OF_THE_WEEK

# By what is said: English, Hebrew.
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
    "email": ("E-mail", "דוא״ל"),
    "phone": ("Telephone", "טלפון"),
    "address": ("Address", "כתובת"),
    "map": ("Show on a map", "הצגה במפה"),
    "clinic": ("Clinic", "מרפאה"),
    "part_of": ("Part of", "חלק מ־"),
    "hours": ("Opening hours", "שעות פתיחה"),
    "day": ("Day", "יום"),
    "open": ("Open", "פתוח"),
    "closed": ("Closed", "סגור"),
    "closures": ("Closed on", "סגור בתאריכים"),
    "timezone": ("All times are of the zone", "כל השעות לפי אזור הזמן"),
    "by_appointment": ("By appointment only.", "בתיאום מראש בלבד."),
    "insurance": ("Insurance", "ביטוחים"),
    "booking": ("Book an appointment", "קביעת תור"),
    "services": ("Services", "שירותים"),
    "other_services": ("Further services", "שירותים נוספים"),
    "research": ("Research", "מחקר"),
    "keywords": ("Keywords", "מילות מפתח"),
    "publications": ("Publications", "פרסומים"),
    "per_year": ("Publications per year", "פרסומים לפי שנה"),
    "one_found": ("1 publication", "פרסום אחד"),
    "many_found": ("%d publications", "%d פרסומים"),
    "none_found": (
        "No publication fits. Search for less, or show all.",
        "לא נמצא פרסום מתאים. נסו לחפש פחות מילים, או הציגו הכול.",
    ),
    "not_reached": (
        "The list could not be fetched. Press Search to try again.",
        "לא ניתן היה לטעון את הרשימה. לחצו על חיפוש כדי לנסות שוב.",
    ),
    "words": ("Words in title, authors or journal", "מילים בכותרת, במחברים או בכתב העת"),
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
    "copied": ("The citation is copied.", "הציטוט הועתק."),
    "download": ("Download all", "הורדת הכול"),
    "feed": ("Feed of new publications", "עדכונים על פרסומים חדשים"),
    "credit": ("Use and credit", "שימוש ומתן קרדיט"),
    "licensed": ("All data on this page may be used under the terms of", "מותר להשתמש בכל הנתונים שבעמוד זה לפי תנאי"),
    "please_credit": ("Please credit", "נא לתת קרדיט"),
    "for_programs": ("For programs", "לתוכניות מחשב"),
    "api": ("API", "API"),
    "console": ("Try the API", "התנסות ב־API"),
    "home": ("Profile", "פרופיל"),
}  # fmt: skip
HEBREW_DAYS = ("ראשון", "שני", "שלישי", "רביעי", "חמישי", "שישי", "שבת")
CATEGORIES_IN_BOTH = {
    "diagnostic-ultrasound": ("Diagnostic ultrasound", "אולטרסאונד אבחוני"),
    "sports-imaging": ("Sports imaging", "הדמיית ספורט"),
    "injection": ("Injections", "הזרקות"),
    "procedure": ("Procedures", "פעולות"),
    "consultation": ("Consultations", "ייעוץ"),
}
TAGS_IN_BOTH = {
    "nerve-ultrasound": ("nerve ultrasound", "אולטרסאונד של עצבים"),
    "prp-injection": ("PRP injection", "הזרקת PRP"),
    "joint-injection": ("joint injection", "הזרקה למפרק"),
}

LANGUAGES = ("en", "he")


def by_language(table: dict[str, tuple[str, str]]) -> dict[str, dict[str, str]]:
    """One table for each language."""
    return {language: {name: both[number] for name, both in table.items()} for number, language in enumerate(LANGUAGES)}


PHRASES = by_language(BOTH)
CATEGORIES = by_language(CATEGORIES_IN_BOTH)
TAGS = by_language(TAGS_IN_BOTH)
DAYS = by_language({day: (day, hebrew) for day, hebrew in zip(DAYS_OF_THE_WEEK, HEBREW_DAYS, strict=True)})
