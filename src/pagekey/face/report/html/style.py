"""The style of a page: one column, light and dark, and on paper. It loads nothing; contrast is 4.5:1 or more for text, 3:1 for bars."""

from __future__ import annotations

LIGHT = {
    "paper": "#ffffff", "panel": "#f4f6f8", "ink": "#1c2127", "quiet": "#55606b", "line": "#c9d1d9", "link": "#0b57a4",
    "after": "#1767b5", "before": "#78838f", "loss": "#b2480e", "pages": "#b2480e", "track": "#eceff2", "whisker": "#1c2127",
    "mark": "#ffe9a8", "warn": "#fff4d6",
}  # fmt: skip
DARK = {
    "paper": "#14181c", "panel": "#1d2329", "ink": "#e7eaed", "quiet": "#a5afb9", "line": "#3b444d", "link": "#83bdf7",
    "after": "#5fa8ee", "before": "#87929d", "loss": "#eb935a", "pages": "#eb935a", "track": "#262d34", "whisker": "#ffffff",
    "mark": "#5c4a10", "warn": "#3a3010",
}  # fmt: skip


def style() -> str:
    """The whole style sheet."""
    light, dark = _named(LIGHT), _named(DARK)
    themes = f":root{{color-scheme:light dark;{light}}}\n@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n"
    return themes + _RULES + _PRINT.replace("LIGHT", light)


def _named(colours: dict[str, str]) -> str:
    return "".join(f"--{name}:{colour};" for name, colour in colours.items())


_RULES = """
*{box-sizing:border-box}
body{margin:0 auto;padding:0 1.25rem 4rem;max-width:60rem;background:var(--paper);color:var(--ink);
font:1rem/1.55 system-ui,-apple-system,"Segoe UI","Noto Sans",sans-serif;overflow-wrap:break-word}
body:lang(zh){font-family:system-ui,-apple-system,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC","Noto Sans SC",sans-serif;
line-height:1.7}
body:lang(fa){font-family:Vazirmatn,"Segoe UI",Tahoma,"Noto Naskh Arabic UI","Noto Sans Arabic",sans-serif;line-height:1.8}
h1{font-size:1.75rem;line-height:1.25;margin:2rem 0 .75rem}
h2{font-size:1.25rem;line-height:1.35;margin:2.75rem 0 .75rem;padding-top:.75rem;border-top:1px solid var(--line)}
h3{font-size:1rem;margin:1.5rem 0 .25rem}
a{color:var(--link);text-underline-offset:.15em}
a:focus-visible,button:focus-visible,summary:focus-visible,input:focus-visible,.scroll:focus-visible,pre:focus-visible{
outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;inset-inline-start:-100rem}
.skip:focus{position:static}
nav ul{margin:0;padding:0;list-style:none;columns:16rem;column-gap:2rem;font-size:.9rem}
nav li{padding:.15rem 0;break-inside:avoid}
#opening{margin-top:1.5rem}
nav h2{border:0;padding:0;margin:1.5rem 0 .5rem;font-size:1rem}
.note,.caption,.behind,figcaption{max-width:46rem;font-size:.9rem;color:var(--quiet);margin:.5rem 0}
figcaption strong{color:var(--ink);display:block}
.warning{background:var(--warn);border-inline-start:4px solid var(--loss);padding:.6rem .9rem;margin:1rem 0}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(13rem,1fr));gap:1rem;margin:1rem 0}
.tiles div{background:var(--panel);padding:.75rem 1rem;border-radius:.35rem}
.tiles dt{font-size:.9rem;color:var(--quiet)}
.tiles dd{margin:0}
.tiles .big{font-size:2rem;line-height:1.3;font-weight:600;font-variant-numeric:tabular-nums}
.tiles .of{font-size:.85rem;color:var(--quiet)}
.scroll{overflow-x:auto;margin:.75rem 0;position:relative}
table{border-collapse:collapse;font-size:.9rem;min-width:min(100%,26rem)}
caption{text-align:start;color:var(--quiet);padding:.5rem 0}
th,td{padding:.3rem .75rem;text-align:start;vertical-align:top;border-bottom:1px solid var(--line)}
th:first-child,td:first-child{padding-inline-start:0}
th{font-weight:600}
thead th{vertical-align:bottom}
tbody th{font-weight:400;color:var(--quiet)}
tfoot td{font-weight:600}
.whole{white-space:nowrap}
.n{text-align:right;font-variant-numeric:tabular-nums}
td.n{white-space:nowrap}
.name{overflow-wrap:anywhere;min-width:11rem}
.raw,pre,code{font-family:ui-monospace,SFMono-Regular,Consolas,"Noto Sans Mono","DejaVu Sans Mono",monospace;font-size:.82rem}
.raw{min-width:20rem}
pre code{font-size:inherit}
main>section>.scroll>table>tbody>tr>td:first-child:not(.n){min-width:5.5em}
.pairs th{width:14rem;min-width:8rem}
.pairs td{overflow-wrap:anywhere;padding-inline-start:.75rem}
th button{all:unset;cursor:pointer;font-weight:600}
th button::after{content:"\\a0\\2195";color:var(--quiet)}
th[aria-sort=ascending] button::after{content:"\\a0\\2191";color:var(--ink)}
th[aria-sort=descending] button::after{content:"\\a0\\2193";color:var(--ink)}
figure{margin:1rem 0 1.5rem}
svg.chart{display:block;max-width:44rem;margin-top:.5rem;direction:ltr;overflow:visible}
#lorenz-curve,svg[viewBox]{max-width:26rem;height:auto}
svg text{fill:var(--ink);font-size:12.5px}
svg text.value{font-variant-numeric:tabular-nums}
svg text.axis{fill:var(--quiet);font-size:11.5px}
.track{fill:var(--track)}
.after,.status-page{fill:var(--after)}
.before,.status-apart{fill:var(--before)}
.loss,.status-out{fill:var(--loss)}
.whisker{stroke:var(--whisker);stroke-width:2}
.frame{fill:none;stroke:var(--line)}
.zero{stroke:var(--ink);stroke-width:1}
.grid{stroke:var(--line);stroke-dasharray:2 4}
.equal{stroke:var(--quiet);stroke-width:1.5;stroke-dasharray:6 4}
.curve-sites,.curve-pages{fill:none;stroke:var(--after);stroke-width:2.5}
.curve-pages{stroke:var(--pages);stroke-dasharray:9 3}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;padding:0;margin:.5rem 0;font-size:.9rem}
.legend svg{margin-inline-end:.5rem}
.panels{display:grid;grid-template-columns:repeat(auto-fill,minmax(17rem,1fr));gap:1.25rem 2rem}
.panel-name{margin:0}
summary{cursor:pointer;padding:.25rem 0}
details{border-bottom:1px solid var(--line)}
.key{font-weight:600;overflow-wrap:anywhere}
.facts{color:var(--quiet);font-size:.9rem}
mark{background:var(--mark);color:inherit}
mark::before{content:"{"}
mark::after{content:"}"}
pre{background:var(--panel);padding:.6rem .9rem;overflow-x:auto;font-size:.82rem;text-align:left}
.filter{display:block;margin:.75rem 0;font-size:.9rem}
.filter input{font:inherit;padding:.3rem .5rem;width:min(24rem,100%);border:1px solid var(--quiet);background:var(--paper);color:inherit}
"""

_PRINT = """@page{margin:16mm 14mm}
@media print{
:root{color-scheme:light;LIGHT}
body{max-width:none;padding:0;font-size:10pt}
nav,.skip,.filter,.behind,figcaption a{display:none}
a{color:inherit;text-decoration:none}
h1,h2,h3,summary,caption,figcaption{break-after:avoid}
tfoot{display:table-row-group}
figure,tr,.panels>div,.tiles div{break-inside:avoid}
.scroll,pre{overflow:visible}
pre{white-space:pre-wrap;overflow-wrap:anywhere}
table{font-size:8.5pt;max-width:100%}
.name{min-width:4.5rem}
.raw{min-width:0;font-size:7.5pt}
th button::after{content:""}
details::details-content{content-visibility:visible;display:block;height:auto}
rect,line,polyline,mark,.warning,.tiles div{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}
"""
