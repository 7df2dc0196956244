"""The page's style: light and dark, wide and narrow, and on paper."""

from __future__ import annotations

from collections.abc import Mapping

# On each ground every ink has a contrast of at least 4.5 to 1; a test measures it.
LIGHT: Mapping[str, str] = {
    "ground": "#ffffff",
    "raised": "#f4f6f8",
    "line": "#c9d1d9",
    "ink": "#1f2328",
    "faint": "#57606a",
    "link": "#0a58b0",
    "good": "#136c2e",
    "bad": "#b3261e",
    "open": "#7d4e00",
}
DARK: Mapping[str, str] = {
    "ground": "#14181d",
    "raised": "#1e242b",
    "line": "#3a434d",
    "ink": "#e4e9ee",
    "faint": "#a3adb8",
    "link": "#7db8ff",
    "good": "#63cf7c",
    "bad": "#ff8a80",
    "open": "#e5b454",
}


def _inks(of: Mapping[str, str]) -> str:
    return " ".join(f"--{name}: {value};" for name, value in of.items())


STYLE = f"""
:root {{ color-scheme: light dark; {_inks(LIGHT)} }}
@media (prefers-color-scheme: dark) {{ :root {{ {_inks(DARK)} }} }}
@media print {{ :root {{ color-scheme: light; {_inks(LIGHT)} }} }}
* {{ box-sizing: border-box; }}
body {{
  margin: 0 auto; padding: 1rem 1.25rem 4rem; max-width: 72rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", "PingFang SC", "Microsoft YaHei",
    "Noto Sans CJK SC", sans-serif;
}}
h1 {{ margin: 1rem 0 0; font-size: 1.6rem; }}
header p {{ margin: 0; color: var(--faint); }}
h2 {{
  break-after: avoid;
  margin: 2.25rem 0 .75rem; font-size: 1.2rem; border-bottom: 1px solid var(--line); padding-bottom:
  .25rem;
}}
h3, h4, h5, h6 {{ margin: 1.25rem 0 .4rem; font-size: 1rem; }}
a {{ color: var(--link); }}
a:focus-visible, summary:focus-visible, input:focus-visible, select:focus-visible, button:focus-visible,
.wide:focus-visible {{ outline: 2px solid var(--link); outline-offset: 2px; }}
.hidden {{
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space:
  nowrap;
}}
.note, .node, small {{ color: var(--faint); }}
code, pre {{
  font-family: ui-monospace, "Cascadia Mono", Consolas, Menlo, monospace, "Noto Sans CJK SC";
  font-size: .9em;
}}
pre {{
  background: var(--raised); padding: .6rem .8rem; border-radius: .3rem; white-space: pre-wrap;
  overflow-wrap: anywhere;
}}
table {{ border-collapse: collapse; width: 100%; }}
th, td {{
  padding: .35rem .6rem; text-align: left; vertical-align: top; overflow-wrap: anywhere;
  border-bottom: 1px solid var(--line);
}}
thead th {{ color: var(--faint); font-weight: 600; font-size: .85rem; overflow-wrap: normal; }}
tbody th {{ font-weight: 600; }}
.number {{ text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }}
.wide {{ overflow-x: auto; }}
table.small, .tables table {{ width: auto; }}
.tables {{ display: flex; flex-wrap: wrap; gap: 0 3rem; align-items: start; }}
.tables p {{ flex-basis: 100%; margin-bottom: 0; }}
nav ul {{ display: flex; flex-wrap: wrap; gap: 0 1.25rem; list-style: none; padding: 0; margin: .5rem 0 0; }}
ul {{ padding-left: 1.25rem; }}
li {{ overflow-wrap: anywhere; }}
summary {{ cursor: pointer; overflow-wrap: anywhere; }}
.tiles {{ display: flex; flex-wrap: wrap; gap: .75rem; margin: 0 0 1rem; }}
.tiles div {{
  background: var(--raised); border-radius: .4rem; padding: .5rem 1rem; border-left: .25rem solid
  var(--line);
}}
.tiles dt {{ font-size: .85rem; color: var(--faint); }}
.tiles dd {{ margin: 0; font-size: 1.4rem; font-weight: 600; font-variant-numeric: tabular-nums; }}
.tiles .failed, .tiles .error {{ border-color: var(--bad); }}
.tiles .passed {{ border-color: var(--good); }}
.tiles .xfailed, .tiles .xpassed, .tiles .skipped {{ border-color: var(--open); }}
figure {{ margin: 0; }}
figcaption {{
  display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; font-size: .85rem; color: var(--faint);
  margin-bottom: .5rem;
}}
.key::before {{
  content: ""; display: inline-block; width: .8rem; height: .8rem; margin-right: .4rem;
  vertical-align: -.1rem; background: var(--good);
}}
.key.missed::before {{ background: var(--bad); }}
.key.line::before {{ background: none; border-left: 2px dashed var(--ink); width: 0; height: 1rem; }}
.chart {{ width: 100%; max-width: 44rem; height: auto; }}
.chart text {{ fill: var(--ink); font-size: 13px; text-anchor: middle; }}
.chart .scale {{ fill: var(--faint); text-anchor: start; }}
.chart .end {{ text-anchor: end; }}
.chart .reached {{ fill: var(--good); }}
.chart .missed {{ fill: var(--bad); }}
.chart .axis {{ stroke: var(--faint); fill: none; }}
.chart .threshold {{ stroke: var(--ink); stroke-width: 2; stroke-dasharray: 5 4; fill: none; }}
.bar {{ vertical-align: middle; }}
.bar .track {{ fill: var(--line); }}
.bar .fill {{ fill: var(--link); }}
form {{ display: flex; flex-wrap: wrap; gap: .6rem .9rem; align-items: end; margin-bottom: .75rem; }}
form[hidden] {{ display: none; }}
label {{ display: grid; font-size: .85rem; color: var(--faint); }}
input, select, button {{
  font: inherit; color: var(--ink); background: var(--raised); border: 1px solid var(--faint);
  border-radius: .3rem; padding: .25rem .5rem; max-width: 18rem;
}}
input, select, button {{ height: 2.2rem; }}
button {{ cursor: pointer; }}
[role=status] {{ margin: 0; flex-basis: 100%; color: var(--faint); }}
.cases > tbody > tr:first-child > * {{ border-bottom: 0; padding-bottom: 0; }}
.cases > tbody > tr:last-child > td {{ padding-top: .1rem; padding-bottom: .6rem; }}
.cases > tbody > tr:last-child > td > details > summary {{ color: var(--faint); }}
.cases > thead > tr > :first-child {{ width: 100%; }}
/* what unfolds takes the width that there is, and gives the columns none */
.cases > tbody > tr > td > details, .cases > tbody > tr > td > ul {{ contain: inline-size; }}
.cases > tbody > tr > td > ul {{ margin: 0; }}
.cases small {{ font-weight: 400; font-size: .9em; }}
.tag {{
  display: inline-block; max-width: 100%; font-weight: 400; font-size: .8rem; color: var(--faint);
  border: 1px solid var(--line); border-radius: .75rem; padding: 0 .5rem;
}}
.state {{ font-weight: 600; color: var(--open); white-space: nowrap; }}
.state.failed, .state.error {{ color: var(--bad); }}
.state.passed {{ color: var(--good); }}
.report {{
  border-left: .2rem solid var(--line); margin: .5rem 0 .5rem .3rem; padding: .1rem 0 .1rem 1rem;
}}
.report td, .report th {{ font-size: .93rem; overflow-wrap: break-word; }}
@media (max-width: 40rem) {{
  body {{ padding: .5rem .75rem 3rem; }}
  th, td {{ padding: .3rem .35rem; }}
  #cases > thead > tr > :nth-child(4), #cases > tbody > tr > :nth-child(4),
  #cases > thead > tr > :nth-child(5), #cases > tbody > tr > :nth-child(5) {{ display: none; }}
  .report {{ padding-left: .5rem; margin-left: 0; }}
  .report table {{ min-width: 34rem; }}
}}
@media print {{
  body {{ max-width: none; padding: 0; font-size: 10pt; }}
  form, nav {{ display: none; }}
  .wide {{ overflow: visible; }}
  tr, figure, .tiles div {{ break-inside: avoid; }}
  a {{ color: inherit; text-decoration: none; }}
  .chart .reached, .chart .missed, .bar rect, .key::before {{
    print-color-adjust: exact; -webkit-print-color-adjust: exact;
  }}
}}
"""
