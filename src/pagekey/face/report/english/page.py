"""The words that only a page has, in English: places, charts and how to read them. `chinese.page` has the same keys in the same order."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, str] = {
    "page.skip": "to the report",
    "page.contents": "Contents",
    "page.table": "the data as a table",
    "page.sort": "sort by",
    "page.filter": "only groups that contain",
    "page.groups": "Largest groups: pages with several strings ({shown} of {groups})",
    "page.groups.more": "Pages not shown: {pages}, with strings: {strings}, records: {records}.",
    "page.named": "{name}: {text}",
    "page.stands": "representative",
    "page.rows": "The rows behind the numbers",
    "page.rows.how": "Where a name or number is a link, it leads to the strings in this page. The others are listed by commands, with "
    "the --policy, --mapping and --column of this report, if any were given:",
    "page.rows.page": "all strings of one page, of all pages, and every row with its key, host, registrable domain, status and rules",
    "page.rows.cut": "In this page lists hold ten entries, groups are the {groups} largest with at most {strings} strings each; what "
    "is longer than {long} characters is cut in its middle. Every number of the report is in the JSON inside this file, in the element "
    "pagekey-report; pagekey report FILE --format json writes the same.",
    "page.rows.old": "Rows of the old period are listed by the same commands over its files; the method card of the comparison "
    "names them.",
    "page.periods": "Two periods compared",
    "page.compared": "All that follows is of the new period alone.",
    "page.rules": "What each rule does",
    "page.rules.how": "The rules that changed a record here, as they run. pagekey rule NAME prints the same, with an example.",
    "page.rules.does": "does",
    "page.rules.why": "why",
    "page.rules.wrongly": "merges wrongly",
    "page.rules.source": "source",
    "three": "One data set, three ways of counting",
    "three.how": "Three numbers of the same records. None of them is another one's, and they are not divided by each other.",
    "three.of": "{of} by raw string",
    "three.effective": "effective number of sites",
    "chart.about": "Charts: what each is for, how to read it, what it does not show",
    "chart.how": "how to read this chart",
    "chart.for": "What for",
    "chart.read": "How to read",
    "chart.not": "What it does not show",
    "chart.status": "What the rows are",
    "chart.status.says": "Of {rows} rows read, {page} are pages in scope, {apart} stand apart without a known page, {out} are no pages.",
    "chart.status.page": "in scope",
    "chart.status.apart": "apart",
    "chart.status.out": "no page",
    "chart.status.for": "To see at once how much of the file the other numbers speak of.",
    "chart.status.read": "The whole strip is all rows read. Its parts are the rows in scope, those apart (short links and redirects "
    "whose target is not known) and those that are no pages.",
    "chart.status.not": "Whether a page still opens, and what the links apart lead to.",
    "chart.sides": "Pages and hosts, before and after",
    "chart.sides.says": "{pages_before} pages by raw string, {pages_after} by key; {hosts_before} hosts before, {hosts_after} after.",
    "chart.sides.for": "To see how far spellings of one page inflate a count by raw strings.",
    "chart.sides.read": "Two bars a figure, both from 0 on one scale: above by raw string, below by key. The difference is spellings, "
    "not content.",
    "chart.sides.not": "Which rules made the difference, and whether each merge is right: see the strings merged, the largest groups "
    "and the suspects.",
    "chart.merges": "From strings to pages",
    "chart.merges.says": "{strings} distinct strings become {pages} pages: {standard} merged by the standard, {convention} by "
    "convention, {site} by site knowledge.",
    "chart.merges.rules": "From strings to pages, rule by rule",
    "chart.merges.rules.says": "{strings} distinct strings become {pages} pages by {rules} rules; most are merged by {first}: {merged}.",
    "chart.merges.for": "To see which kind of rule merged how much, and so how much rests on the standard alone.",
    "chart.merges.read": "The first bar is all distinct strings, the last all pages. Each bar between is what one tier of rules, or "
    "one rule, merged, and begins where the one before it has ended.",
    "chart.merges.not": "What a policy without a rule would lose: most strings need several rules at once, and are merged by the last "
    "of them. How many records each rule touched stands under the rule hits.",
    "chart.ranked.top-sites": "The most cited sites",
    "chart.ranked.top-pages": "The most cited pages",
    "chart.ranked.hits": "Records that each rule changed",
    "chart.ranked.marks": "Records by mark",
    "chart.ranked.says": "First is {name}: {share} ({count} of {n}).",
    "chart.ranked.for": "To compare a few leaders, and to see how sure their order is.",
    "chart.ranked.read": "Bars begin at 0 and all have one scale; their number is the share. A thin line over a bar is the 95 % "
    "interval of that share: where lines overlap, the order may be chance.",
    "chart.ranked.not": "All that comes after the tenth, and why something is cited. No interval: there are too few answers, or none "
    "are named.",
    "chart.lorenz": "Lorenz curve",
    "chart.lorenz.says": "The less cited half of the sites has {sites} of the citations, that of the pages {pages}. Effective number: "
    "{effective_sites} of {units_sites} sites, {effective_pages} of {units_pages} pages.",
    "chart.lorenz.x": "share of sites (pages), least cited first",
    "chart.lorenz.y": "share of citations",
    "chart.lorenz.equal": "all cited alike",
    "chart.lorenz.for": "To see whether a few sites or pages have most of the citations.",
    "chart.lorenz.read": "From left to right the sites (pages) from the least to the most cited, upwards the citations they have "
    "together. The further a curve sags below the straight line, the more the most cited have.",
    "chart.lorenz.not": "Sites that were never cited; two curves over different numbers of sites are no comparison.",
    "chart.engines": "The same sites at each engine",
    "chart.engines.says": "{engines} engines with n of {small} or more; the highest share is {share}, of {name} at {engine}.",
    "chart.engines.more": "Engines not drawn: {engines}; they are in the table.",
    "chart.engines.for": "To see whether engines prefer the same sites, whatever their size.",
    "chart.engines.read": "One small chart an engine, the same sites in the same order and on one scale in each. A bar is the site's "
    "share of what that engine cites.",
    "chart.engines.not": "Which engine is better, and sites beside these. Engines with a small n have counts only.",
    "chart.turnover": "Lost, kept and new",
    "chart.turnover.pages": "pages",
    "chart.turnover.sites": "sites",
    "chart.turnover.lost": "lost",
    "chart.turnover.kept": "kept",
    "chart.turnover.new": "new",
    "chart.turnover.says": "Pages: {pages_lost} lost, {pages_kept} kept, {pages_new} new; sites: {sites_lost} lost, {sites_kept} kept, "
    "{sites_new} new.",
    "chart.turnover.for": "To see how much of what is cited changed from one period to the next.",
    "chart.turnover.read": "Three bars for pages and three for sites, each three on a scale of their own: lost and kept together are the "
    "old period, kept and new together the new one.",
    "chart.turnover.not": "How often each is cited, and whether a lost page is gone. Two draws of one and the same source differ too: "
    "much of it may be chance.",
    "chart.changes": "Change of the share of sites",
    "chart.changes.says": "The largest change is that of {name}: {points} points, 95 % interval {low} to {high}.",
    "chart.changes.for": "To see which sites gained and lost most, and how sure each change is.",
    "chart.changes.read": "Bars begin at the line of no change: to the right a gain, to the left a loss, in points of share. The thin "
    "line is the 95 % interval of the change: where it crosses the line of no change, chance alone may be the reason.",
    "chart.changes.not": "Why a share changed, and sites beside the largest changes. Of many sites some cross no line by chance.",
}
