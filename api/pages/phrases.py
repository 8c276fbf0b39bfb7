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
    "clinics": ("Clinics", "מרפאות"),
    "part_of": ("Part of %s", "במסגרת %s"),
    "hours": ("Opening hours", "שעות פתיחה"),
    "day": ("Day", "יום"),
    "open": ("Hours", "שעות"),
    "closed": ("Closed", "סגור"),
    "closures": ("Closed on", "המרפאה סגורה בתאריכים"),
    "open_until": ("Open now until {time}", "פתוח עכשיו עד {time}"),
    "office": ("By appointment. Office {sentence}", "בתיאום מראש. המשרד {sentence}"),
    "office_open_until": ("Open until {time}", "פתוח עד {time}"),
    "opens_today": ("Opens today {time}", "נפתח היום ב־{time}"),
    "opens_tomorrow": ("Opens tomorrow {time}", "נפתח מחר ב־{time}"),
    "opens_on_day": ("Opens {day} {time}", "נפתח ב{day} ב־{time}"),
    "opens_on_date": ("Opens {day}, {time}", "נפתח ב{day}, ב־{time}"),
    "closed_today": ("Closed today · {next}", "סגור היום · {next}"),
    "closed_for": ("Closed today ({reason}) · {next}", "סגור היום ({reason}) · {next}"),
    "timezone": ("Times are local (%s).", "השעות לפי השעון המקומי (%s)."),
    "checked": ("Hours checked on %s.", "שעות הפתיחה נבדקו ב־%s."),
    "by_appointment": ("By appointment only.", "בתיאום מראש בלבד."),
    "good_to_know": ("Good to know", "כדאי לדעת"),
    "insurance": ("Insurance", "הסדרי ביטוח"),
    "booking": ("Book an appointment", "קביעת תור"),
    "services": ("Services", "שירותים"),
    "other_services": ("Other services", "שירותים נוספים"),
    "research": ("Research", "מחקר"),
    "keywords": ("Keywords", "מילות מפתח"),
    "publications": ("Publications", "פרסומים"),
    "selected": ("Selected publications", "פרסומים נבחרים"),
    "latest": ("Latest publications", "פרסומים אחרונים"),
    "all_publications": ("All publications (%d)", "כל הפרסומים (%d)"),
    "since": ("since %s", "מאז %s"),
    "ongoing": ("ongoing", "נמשך"),
    "per_year": ("Publications per year", "פרסומים לפי שנה"),
    "article": ("Articles", "מאמרים"),
    "review": ("Reviews", "מאמרי סקירה"),
    "case-report": ("Case reports", "תיאורי מקרה"),
    "letter": ("Letters", "מכתבים למערכת"),
    "conference-paper": ("Conference papers", "מאמרים בכנסים"),
    "chapter": ("Book chapters", "פרקים בספרים"),
    "others": ("… %d more …", "… עוד %d …"),
    "all_authors": ("All %d authors", "כל %d המחברים"),
    "retracted": ("Retracted", "המאמר נמשך מפרסום"),
    "corrected": ("Corrected", "פורסם תיקון"),
    "expression of concern": ("Expression of concern", "פורסמה הבעת חשש"),
    "one_found": ("1 publication", "פרסום אחד"),
    "many_found": ("%d publications", "%d פרסומים"),
    "none_yet": ("No publications yet.", "עדיין אין פרסומים."),
    "none_found": ("No publications match.", "לא נמצאו פרסומים מתאימים."),
    "fewer_words": ("Try fewer words.", "כדאי לנסות פחות מילים."),
    "words": ("Words, a year, DOI or PubMed ID", "מילים, שנה, DOI או מספר PubMed"),
    "year": ("Year", "שנה"),
    "every_year": ("All years", "כל השנים"),
    "journal": ("Journal", "כתב עת"),
    "every_journal": ("All journals", "כל כתבי העת"),
    "search": ("Search", "חיפוש"),
    "show_all": ("Show all", "הצגת הכול"),
    "pages": ("Pages of the list", "עמודי הרשימה"),
    "newer": ("Previous page", "העמוד הקודם"),
    "older": ("Next page", "העמוד הבא"),
    "summary": ("What this means for patients", "מה זה אומר למטופלים"),
    "in_plain_words": ("In plain words", "במילים פשוטות"),
    "type": ("Type", "סוג"),
    "every_type": ("All types", "כל הסוגים"),
    "editors": ("Editors", "עורכים"),
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
    "details": ("Details", "פרטים"),
    "more": ("More", "עוד"),
    "cv": ("CV", "קורות חיים"),
    "accessibility": ("Accessibility statement", "הצהרת נגישות"),
    "accessibility_aim": (
        "Everybody should be able to use this site. Its aim is level AA of the Web Content Accessibility Guidelines (WCAG) 2.2. "
        "Israeli Standard 5568, to which section 35 of the service accessibility regulations of 2013 refers, rests on an earlier "
        "version of them. This statement says what was tested; it does not certify conformance.",
        "לכל אדם מגיעה גישה שווה למידע ולשירות. האתר שואף לעמוד בהנחיות WCAG 2.2 ברמה AA. התקן הישראלי 5568, שאליו מפנה "
        "תקנה 35 לתקנות נגישות השירות (2013), מבוסס על גרסה קודמת של ההנחיות. ההצהרה מפרטת מה נבדק, ואינה אישור לעמידה בתקן.",
    ),
    "accessibility_tested": ("What was tested", "מה נבדק"),
    "accessibility_tested_items": (
        "Every kind of page with the program axe, in light and dark colours.\n"
        "Use with the keyboard alone.\n"
        "Text at twice its size, and screens of 320 pixels.\n"
        "High-contrast colours, and browsers without scripts.",
        "כל סוגי העמודים באמצעות התוכנה axe, בתצוגה בהירה ובתצוגה כהה.\n"
        "שימוש במקלדת בלבד.\n"
        "הגדלת הטקסט פי שניים, ומסכים ברוחב 320 פיקסלים.\n"
        "תצוגה בניגודיות גבוהה, ודפדפנים ללא סקריפטים.",
    ),
    "accessibility_limits": ("Known limits", "מגבלות ידועות"),
    "accessibility_limits_items": (
        "Titles of publications are in the language in which they were published.\n"
        "Articles, maps and online booking open on other sites, whose accessibility we cannot ensure.\n"
        "The tests are automatic and run on sample data. They replace neither an audit of this site nor tests with users of "
        "assistive technology.",
        "כותרות הפרסומים מוצגות בשפה שבה פורסמו.\n"
        "מאמרים, מפות וזימון תורים נפתחים באתרים אחרים, ואין ביכולתנו להבטיח את נגישותם.\n"
        "הבדיקות אוטומטיות ונערכות על נתוני דוגמה. הן אינן תחליף לבדיקת נגישות של האתר עצמו או לבדיקות עם משתמשים "
        "בטכנולוגיה מסייעת.",
    ),
    "accessibility_report": ("Report a problem", "פנייה בנושא נגישות"),
    "accessibility_help": (
        "If you cannot use a part of the site or need an adjustment at the clinic, please write or call. Name the page, and the "
        "device and program you use.",
        "נתקלתם בקושי בשימוש באתר, או שנדרשת לכם התאמה במרפאה? אפשר לפנות אלינו בכתב או בטלפון. "
        "כדאי לציין באיזה עמוד מדובר ובאיזה מכשיר ותוכנה אתם משתמשים.",
    ),
    "accessibility_checked": ("Statement last checked: %s.", "ההצהרה עודכנה לאחרונה: %s."),
    "updated": ("Publications updated: %s.", "רשימת הפרסומים עודכנה: %s."),
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
