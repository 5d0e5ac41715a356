// One style sheet for the mailbox and the desk. Colours and fonts are those of the mails.
import { DARK, DISPLAY_FONT, LIGHT, TEXT_FONT } from "../../theme.ts";

/** Colours of states: done, waiting, needs a person, failed. Each has a contrast of 4.5:1 on a sheet. */
const SIGNS = {
  light: { calm: "#1f6b3d", wait: LIGHT.link, look: LIGHT.mark, alarm: "#a3241d", field: "#8793a3" },
  dark: { calm: "#8fd6a8", wait: "#9cc7e8", look: DARK.mark, alarm: "#ffa198", field: "#6b7a8f" },
} as const;

const variables = (...colours: readonly Readonly<Record<string, string>>[]): string =>
  colours.flatMap((each) => Object.entries(each).map(([name, value]) => `--${name}: ${value};`)).join(" ");

export const PAGE_STYLE = `
:root { color-scheme: light dark; ${variables(LIGHT, SIGNS.light)} }
@media (prefers-color-scheme: dark) { :root { ${variables(DARK, SIGNS.dark)} } }
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 ${TEXT_FONT}; }
main { max-width: 52rem; margin: 0 auto; padding: 2rem 1rem 5rem; }
h1 { margin: 0 0 0.5rem; font: normal 2rem/1.2 ${DISPLAY_FONT}; overflow-wrap: anywhere; }
h2 { margin: 2.5rem 0 0.75rem; font-size: 1.0625rem; line-height: 1.3; }
p { margin: 0 0 1rem; }
a { color: var(--link); text-underline-offset: 0.15em; }
a:focus-visible, button:focus-visible, input:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.lead, .quiet, span.aside, time, dt { color: var(--quiet); }
.lead { max-width: 40rem; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -99rem; padding: 0.75rem 1rem; background: var(--sheet); }
.skip:focus { left: 1rem; top: 0.5rem; z-index: 1; }
.bar { background: var(--sheet); border-bottom: 1px solid var(--rule); }
.bar > div { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 1.5rem; max-width: 52rem; margin: 0 auto; padding: 0.5rem 1rem; }
.bar .brand { margin: 0; color: var(--mark); font: 1.25rem/2.75rem ${DISPLAY_FONT}; }
.bar nav { display: flex; gap: 0.25rem 1.25rem; flex-wrap: wrap; }
.bar nav a { padding: 0.625rem 0; color: var(--ink); text-decoration: none; border-bottom: 2px solid transparent; }
.bar nav a:hover { border-color: var(--rule); }
.bar nav a[aria-current] { border-color: var(--mark); }
.bar form { display: flex; align-items: center; gap: 0.75rem; margin-left: auto; font-size: 0.875rem; }
.sheet, .empty { padding: 1.25rem; background: var(--sheet); border: 1px solid var(--rule); }
.empty { margin: 1.5rem 0 0; }
.notice, .call { margin: 0 0 1.5rem; padding: 0.875rem 1.25rem; background: var(--sheet); border: 1px solid var(--rule); border-left: 4px solid var(--calm); }
.notice p:last-child, .call p:last-child { margin: 0; }
.notice.bad, .call.dead { border-left-color: var(--alarm); }
.call.held, .call.blocked { border-left-color: var(--look); }
.call h2 { margin: 0 0 0.25rem; }
ol.rows, ul.rows { margin: 0; padding: 0; list-style: none; background: var(--sheet); border: 1px solid var(--rule); }
.rows > li { display: grid; grid-template-columns: 1fr auto; gap: 0.125rem 1rem; padding: 0.875rem 1.25rem; border-top: 1px solid var(--rule); }
.rows > li:first-child { border-top: 0; }
.rows a, .rows span, .rows p { overflow-wrap: anywhere; min-width: 0; }
.rows p { grid-column: 1 / -1; margin: 0; font-size: 0.9375rem; }
.rows .whole { grid-column: 1 / -1; }
.rows time, .rows .sign { justify-self: end; }
.line + p { margin: 0.75rem 0 0; font-size: 0.9375rem; }
.rows .name { font-size: 1.0625rem; }
.rows time, .rows span.aside { font-size: 0.875rem; }
.rows .snippet { display: -webkit-box; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: 1; line-clamp: 1; }
.sign { display: inline-flex; align-items: center; gap: 0.4375rem; font-size: 0.875rem; white-space: nowrap; }
.sign::before { content: ""; width: 0.5625rem; height: 0.5625rem; border-radius: 50%; background: currentColor; }
.sign.delivered { color: var(--calm); } .sign.waiting { color: var(--wait); } .sign.dead, .sign.damaged { color: var(--alarm); }
.sign.held, .sign.blocked { color: var(--look); } .sign.erased { color: var(--quiet); }
.sign.blocked::before, .sign.erased::before { background: none; border: 2px solid currentColor; }
.day { margin: 2rem 0 0.5rem; font-size: 1rem; }
.tabs { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 1rem 0; padding: 0; list-style: none; }
.tabs a { display: inline-block; padding: 0.5rem 0.875rem; background: var(--sheet); border: 1px solid var(--rule); color: var(--ink); text-decoration: none; }
.tabs a:hover { border-color: var(--field); }
.tabs a[aria-current] { border-color: var(--mark); box-shadow: inset 0 -2px var(--mark); }
.tabs b { font-variant-numeric: tabular-nums; }
label { display: block; font-size: 0.875rem; color: var(--quiet); }
input, button { font: inherit; color: var(--ink); }
input[type="text"], input[type="search"], input[type="password"], input[type="email"] { width: 100%; min-height: 2.75rem; padding: 0.5rem 0.75rem; background: var(--sheet); border: 1px solid var(--field); border-radius: 2px; }
button, .button { display: inline-block; min-height: 2.75rem; padding: 0.5rem 1rem; background: var(--sheet); border: 1px solid var(--field); border-radius: 2px; color: var(--ink); text-decoration: none; cursor: pointer; }
button:hover, .button:hover { border-color: var(--ink); }
button.main { background: var(--link); border-color: var(--link); color: var(--sheet); }
button.danger, .button.danger { border-color: var(--alarm); color: var(--alarm); }
button.plain { min-height: 2.75rem; padding: 0; border: 0; background: none; color: var(--link); text-decoration: underline; text-underline-offset: 0.15em; }
.find, .line { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: end; }
.find > :first-child, .line > :first-child { flex: 1 1 14rem; }
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 1rem; }
.actions form { margin: 0; }
.task { padding: 1rem 1.25rem; border-top: 1px solid var(--rule); }
.task:first-child { border-top: 0; }
.task h3 { margin: 0 0 0.25rem; font-size: 1rem; }
.task p { margin: 0 0 0.75rem; color: var(--quiet); font-size: 0.9375rem; }
.tasks { background: var(--sheet); border: 1px solid var(--rule); }
.pages { display: flex; justify-content: space-between; gap: 1rem; margin: 1.5rem 0; }
dl.facts { display: grid; grid-template-columns: minmax(7rem, 30%) 1fr; margin: 0; padding: 0.25rem 1.25rem; background: var(--sheet); border: 1px solid var(--rule); }
.facts dt, .facts dd { margin: 0; padding: 0.5625rem 0; border-top: 1px solid var(--rule); overflow-wrap: anywhere; min-width: 0; }
.facts dt { padding-right: 1rem; font-size: 0.875rem; line-height: 1.7; }
.facts dt:first-of-type, .facts dd:first-of-type { border-top: 0; }
.said, pre { margin: 0; padding: 1.25rem; background: var(--sheet); border: 1px solid var(--rule); font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
bdi { unicode-bidi: isolate; }
.past { margin: 0; padding: 0; list-style: none; }
.past li { display: grid; grid-template-columns: 12rem 1fr; gap: 0 1rem; padding: 0.375rem 0; overflow-wrap: anywhere; }
.past time { font-size: 0.875rem; line-height: 1.7; }
.past q { display: block; color: var(--quiet); font-size: 0.875rem; }
.signin { max-width: 24rem; margin: 12vh auto 0; }
iframe { width: 100%; height: 44rem; background: #fff; border: 1px solid var(--rule); }
@media (max-width: 37.5em) {
  main { padding-top: 1.25rem; }
  h1 { font-size: 1.625rem; }
  .past li { grid-template-columns: 1fr; }
  dl.facts { grid-template-columns: 1fr; }
  .facts dt { padding-bottom: 0; } .facts dd { padding-top: 0; border-top: 0; } .facts dt:first-of-type { border-top: 0; }
  .rows > li { padding: 0.875rem 1rem; }
  .bar nav { order: 1; width: 100%; }
  .find button { width: 100%; }
}
`;
