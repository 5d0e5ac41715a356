/** Large enough to read across a desk, and never over the whole page: the last good version stays visible. */
export const overlayCss = `
:host { all: initial; }
section { position: fixed; inset: auto 0 0 0; z-index: 2147483647; display: flex; justify-content: center; pointer-events: none;
  font: 16px/1.5 system-ui, sans-serif; color: #f4f1ea; }
.box { pointer-events: auto; box-sizing: border-box; width: min(60rem, 100%); max-height: 60vh; overflow: auto; padding: 0 1.25rem 1rem;
  background: #161c28; border-top: 4px solid #ff6b5e; box-shadow: 0 -8px 40px #0009; border-radius: 10px 10px 0 0; }
.box:not([open]) { width: auto; padding-bottom: 0; }
summary { position: sticky; top: 0; padding: .75rem 0; background: #161c28; font-weight: 700; cursor: pointer; }
ol { margin: 0; padding: 0; list-style: none; }
li { padding: .75rem 0 1rem; border-top: 1px solid #39435a; }
h2 { margin: 0 0 .25rem; font-size: 1.25rem; color: #ffb4a9; }
p { margin: .25rem 0; }
.message { font-size: 1.125rem; }
.lead, .code { color: #aeb8cc; font-size: .875rem; }
.hint { color: #ffd596; }
.place { color: #9cc8ff; font-family: ui-monospace, monospace; }
pre { margin: .5rem 0; padding: .75rem; overflow: auto; background: #0b111b; border-radius: 6px; font: 14px/1.5 ui-monospace, monospace; }
:focus-visible { outline: 3px solid #ffd596; outline-offset: 2px; border-radius: 4px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
`;
