/** In the style of the overlay, but smaller: it is beside the page while somebody reads on. */
export const panelCss = `
:host { all: initial; }
.outline { position: fixed; z-index: 2147483646; pointer-events: none; box-sizing: border-box; border: 2px solid #2f6fed;
  outline: 2px solid #fff; border-radius: 4px; background: #2f6fed22; }
[role=dialog] { position: fixed; inset: auto auto 1rem 1rem; z-index: 2147483647; box-sizing: border-box; width: min(34rem, calc(100vw - 2rem));
  max-height: 60vh; overflow: auto; padding: 1rem 1.25rem; font: 16px/1.5 system-ui, sans-serif; color: #f4f1ea; background: #161c28;
  border-top: 4px solid #6ea8ff; border-radius: 10px; box-shadow: 0 8px 40px #0009; overflow-wrap: anywhere; }
[role=dialog].right { inset: auto 1rem 1rem auto; }
h2 { margin: 0 2rem .5rem 0; font-size: 1.125rem; }
ul { margin: 0; padding: 0; list-style: none; }
li { padding: .5rem 0; border-top: 1px solid #39435a; }
p { margin: .25rem 0; }
.words { color: #f4f1ea; }
.what { color: #aeb8cc; font-size: .875rem; }
.place { color: #9cc8ff; font-family: ui-monospace, monospace; }
summary { padding: .5rem 0 0; color: #aeb8cc; cursor: pointer; }
button { position: absolute; inset: .75rem .75rem auto auto; width: 2rem; height: 2rem; padding: 0; font: 1.25rem/1 system-ui, sans-serif;
  color: inherit; background: none; border: 0; cursor: pointer; }
:focus-visible { outline: 3px solid #ffd596; outline-offset: 2px; border-radius: 4px; }
[role=dialog]:focus { outline: none; }
`;
