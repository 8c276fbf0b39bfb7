"""The pages' own words in English and Hebrew. Everything else on a page is the owner's."""

from __future__ import annotations

# Key: English, Hebrew. A maqaf (־) joins a prefix to a name in Latin letters, without a space.
BOTH = {
    "direction": ("ltr", "rtl"),
    "skip": ("Skip to content", "דילוג לתוכן"),
    "site": ("Site", "ניווט באתר"),
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
    "call": ("Call", "חיוג"),
    "directions": ("Directions", "הוראות הגעה"),
    "save_contact": ("Save contact", "שמירת איש קשר"),
    "clinic": ("Clinic", "מרפאה"),
    "part_of": ("Part of %s", "במסגרת %s"),
    "hours": ("Opening hours", "שעות פתיחה"),
    "day": ("Day", "יום"),
    "open": ("Hours", "שעות"),
    "closed": ("Closed", "סגור"),
    "closures": ("Closed on", "המרפאה סגורה בתאריכים"),
    "open_until": ("Open now until {time}", "פתוח עכשיו עד {time}"),
    "opens_today": ("Opens today {time}", "נפתח היום ב־{time}"),
    "opens_tomorrow": ("Opens tomorrow {time}", "נפתח מחר ב־{time}"),
    "opens_on_day": ("Opens {day} {time}", "נפתח ב{day} ב־{time}"),
    "opens_on_date": ("Opens {day}, {time}", "נפתח ב{day}, ב־{time}"),
    "closed_today": ("Closed today · {next}", "סגור היום · {next}"),
    "timezone": ("Times are local (%s).", "השעות לפי השעון המקומי (%s)."),
    "by_appointment": ("By appointment only.", "בתיאום מראש בלבד."),
    "insurance": ("Insurance", "הסדרי ביטוח"),
    "booking": ("Book an appointment", "קביעת תור"),
    "services": ("Services", "שירותים"),
    "other_services": ("Other services", "שירותים נוספים"),
    "research": ("Research", "מחקר"),
    "keywords": ("Keywords", "מילות מפתח"),
    "publications": ("Publications", "פרסומים"),
    "selected": ("Selected publications", "פרסומים נבחרים"),
    "all_publications": ("All publications (%d)", "כל הפרסומים (%d)"),
    "awards": ("Awards", "פרסים"),
    "memberships": ("Memberships", "חברות באיגודים"),
    "per_year": ("Publications per year", "פרסומים לפי שנה"),
    "others": ("and %d more", "ועוד %d"),
    "all_authors": ("All %d authors", "כל %d המחברים"),
    "retracted": ("Retracted", "המאמר נמשך מפרסום"),
    "corrected": ("Corrected", "פורסם תיקון"),
    "expression of concern": ("Expression of concern", "פורסמה הבעת חשש"),
    "one_found": ("1 publication", "פרסום אחד"),
    "many_found": ("%d publications", "%d פרסומים"),
    "none_found": ("No publications match. Try fewer words.", "לא נמצאו פרסומים מתאימים. כדאי לנסות פחות מילים."),
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
    "copy_citation": ("Copy", "העתקה"),
    "copied": ("Copied", "הועתק"),
    "export": ("Export", "ייצוא"),
    "download": ("Download all", "הורדת כל הפרסומים"),
    "feed": ("Feed of new publications", "עדכונים על פרסומים חדשים"),
    "licensed": ("The data on this page may be used under %s.", "מותר להשתמש בנתונים שבעמוד זה לפי תנאי הרישיון %s."),
    "please_credit": ("Please credit", "נא לציין את המקור"),
    "api": ("API", "API"),
    "console": ("Interactive API console", "התנסות ב־API"),
    "home": ("Profile", "פרופיל"),
    "not_found": ("Page not found", "העמוד לא נמצא"),
    "not_found_advice": ("The address may be mistyped, or the page was removed.", "ייתכן שהכתובת הוקלדה בטעות, או שהעמוד הוסר."),
    "not_possible": ("This address is not valid", "הכתובת אינה תקינה"),
    "not_possible_advice": ("Start a new search, or go to the home page.", "אפשר להתחיל חיפוש חדש או לעבור לדף הבית."),
    "not_now": ("The page cannot be shown right now", "לא ניתן להציג את העמוד כרגע"),
    "not_now_advice": ("Please try again in a moment.", "נא לנסות שוב בעוד רגע."),
    "meant": ("Did you mean %s?", "האם הכוונה הייתה ל־%s?"),
    "search_publications": ("Search publications", "חיפוש בפרסומים"),
    "to_home": ("Go to the home page", "לדף הבית"),
    "status": ("Status", "סטטוס"),
    "cv": ("CV", "קורות חיים"),
    "print_hint": (
        "To save this page as a PDF, print it and choose PDF as the printer.",
        "כדי לשמור עמוד זה כקובץ PDF, יש להדפיס אותו ולבחור ״שמירה כ־PDF״ כיעד ההדפסה.",
    ),
    "also_as": ("Also as", "זמין גם בפורמטים"),
    "more_online": ("%d earlier publications are listed online:", "%d פרסומים קודמים מופיעים באתר:"),
}  # fmt: skip
WEEK = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
HEBREW_WEEK = ("ראשון", "שני", "שלישי", "רביעי", "חמישי", "שישי", "שבת")
LANGUAGES = ("en", "he")
MONTHS = (
    ("January", "ינואר"), ("February", "פברואר"), ("March", "מרץ"), ("April", "אפריל"), ("May", "מאי"), ("June", "יוני"),
    ("July", "יולי"), ("August", "אוגוסט"), ("September", "ספטמבר"), ("October", "אוקטובר"), ("November", "נובמבר"),
    ("December", "דצמבר"),
)  # fmt: skip


def by_language(table: dict[str, tuple[str, str]]) -> dict[str, dict[str, str]]:
    """Return one table for each language."""
    return {language: {key: both[index] for key, both in table.items()} for index, language in enumerate(LANGUAGES)}


PHRASES = by_language(BOTH)
DAYS = by_language({day: (day, hebrew) for day, hebrew in zip(WEEK, HEBREW_WEEK, strict=True)})
