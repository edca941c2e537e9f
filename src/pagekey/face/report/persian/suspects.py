"""The words of suspects in Persian; `report` puts them where `english.report` has them."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, str] = {
    "suspects": "موارد مشکوک",
    "suspects.warning": "هشدار: مسیری بیش از {limit} مقدار متمایز یک پارامتر را از دست می‌دهد: {path} تعداد {values} مقدار {name} را "
    "از دست می‌دهد (رکوردها: {records}؛ جفت‌های مسیر و پارامتر از این دست: {found}). شاید صفحه‌های گوناگون یکی شده باشند: «موارد "
    "مشکوک» را ببینید.",
    "suspects.how": "موارد مشکوک جاهایی است که باید نگاهشان کرد. هیچ‌چیز خودبه‌خود عوض نمی‌شود، بسیاری از آن‌ها همین‌گونه درست‌اند، و "
    "صفحه‌هایی که داده نشانی از آن‌ها ندارد اینجا نیستند. سطرهای زیر برای مجموعه‌قواعد خود شماست (پروندهٔ TOML برای --policy)؛ "
    "alias یک زبان کل شاخهٔ آن را جابه‌جا می‌کند.",
    "suspects.list": "{sort}: {kind} ({shown} از {found})",
    "suspects.wrong": "شاید به‌خطا ادغام شده",
    "suspects.missed": "شاید یک صفحه",
    "suspects.apart": "سطرهایی که جدا نگهشان می‌دارد:",
    "suspects.together": "سطرهایی که یکی‌شان می‌کند:",
    "suspects.none": "جست‌وجو شد و یافت نشد: {kinds}.",
    "suspects.unseen": "جست‌وجو نشد، چون ستونی به این نام‌ها نیست (title، canonical_url و مانند آن): {kinds}.",
    "suspects.titles": "عنوان‌ها از ستون {column} است.",
    "suspects.canonicals": "نشانی‌های canonical از ستون {column} است.",
    "suspects.comma": "؛ ",
    "suspects.example": "برای نمونه",
    "suspects.place.path": "مسیر",
    "suspects.place.page": "صفحه (کلید)",
    "suspects.place.host": "میزبان",
    "suspects.lost-values": "مسیری که بیش از 20 مقدار متمایز یک پارامتر را از دست می‌دهد",
    "suspects.titles-differ": "رشته‌های یک کلید با عنوان‌های متفاوت",
    "suspects.canonicals-differ": "رشته‌های یک کلید با نشانی canonical متفاوت",
    "suspects.same-canonical": "کلیدهای با نشانی canonical یکسان",
    "suspects.same-title": "کلیدهای یک میزبان با عنوان یکسان",
    "suspects.host-label": "کلیدهای با و بدون برچسب موبایل یا AMP پیش از میزبان",
    "suspects.letter-case": "کلیدهایی که تنها در بزرگی و کوچکی حروف فرق دارند",
    "suspects.parameter": "کلیدهای با و بدون یک پارامتر",
    "suspects.locale": "کلیدهایی که تنها در زبان یا منطقه فرق دارند",
    "suspects.extension": "کلیدهایی که تنها در پسوند پرونده فرق دارند",
    "suspects.count.lost-values": "مقدارهای ازدست‌رفته",
    "suspects.count.titles-differ": "عنوان‌ها",
    "suspects.count.canonicals-differ": "نشانی‌های canonical",
    "suspects.count.same-canonical": "کلیدها",
    "suspects.count.same-title": "کلیدها",
    "suspects.count.host-label": "کلیدهای ادغام‌پذیر",
    "suspects.count.letter-case": "کلیدهای ادغام‌پذیر",
    "suspects.count.parameter": "کلیدهای ادغام‌پذیر",
    "suspects.count.locale": "کلیدهای ادغام‌پذیر",
    "suspects.count.extension": "کلیدهای ادغام‌پذیر",
    "suspects.by.lost-values": "پارامتر",
    "suspects.by.same-canonical": "نشانی canonical",
    "suspects.by.same-title": "عنوان",
    "suspects.by.host-label": "برچسب",
    "suspects.by.parameter": "پارامتر",
    "suspects.by.locale": "پارامتر، یا زبان‌ها (-: هیچ)",
    "suspects.by.extension": "پسوند",
}
