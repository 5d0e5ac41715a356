// The look of the report: for a phone first, light and dark, and on paper.
export const STYLE = `
:root{color-scheme:light dark;--band:#17233a;--on-band:#fff;--head:ui-serif,Georgia,serif;--body:system-ui,sans-serif;--ground:#f4f6f6;--card:#fff;--ink:#121b29;--quiet:#536073;--line:#dde2e8;--add:#1b6a45;--add-ground:#dcf2e6;--cut:#a3231c;--cut-ground:#fbe4e1;--move:#17506e;--move-ground:#dfeef6}
@media (prefers-color-scheme:dark){:root{--ground:#0b111b;--card:#141d2b;--ink:#eef1f4;--quiet:#a6b1be;--line:#2a3749;--add:#8fe0b5;--add-ground:#123527;--cut:#ffb3a7;--cut-ground:#46211e;--move:#9bd3f2;--move-ground:#12344a}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);font:1.0625rem/1.5 var(--body);overflow-wrap:anywhere}
.wrap{max-width:62rem;margin:0 auto;padding:0 1.125rem}
h1,h2,h3{font-family:var(--head);font-weight:450;line-height:1.1;margin:0;text-wrap:balance}
h1{font-size:clamp(2.5rem,8vw,4rem)}
h2{font-size:clamp(1.875rem,5vw,2.5rem);margin:0 0 1rem}
h3{font-size:clamp(1.5rem,4vw,1.875rem)}
a{color:inherit;text-underline-offset:.2em}
a:focus-visible,summary:focus-visible{outline:3px solid var(--move);outline-offset:3px;border-radius:4px}
.top{background:var(--band);color:var(--on-band);padding:1.5rem 0 2.25rem}
.site{margin:0 0 1.5rem}
.versions{margin:1.25rem 0 0;display:grid;gap:.75rem}
.versions div{border-top:1px solid color-mix(in srgb,currentColor 30%,transparent);padding-top:.625rem}
.versions dt{font-size:.875rem;opacity:.75}
.versions dd{margin:0}
.counts{display:grid;grid-template-columns:repeat(auto-fit,minmax(7.5rem,1fr));gap:1px;background:var(--line);border:1px solid var(--line);border-radius:.75rem;overflow:hidden;list-style:none;padding:0;margin:-1.25rem 0 2.5rem;position:relative}
.counts li{background:var(--card)}
.counts a,.counts span.all{display:block;padding:.875rem 1rem;text-decoration:none;min-height:44px}
.counts strong{display:block;font:400 2.25rem/1 var(--head)}
.counts small{color:var(--quiet);font-size:.9375rem}
section{margin:0 0 3rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1.125rem;margin:0 0 1rem}
.address{color:var(--quiet);font-size:.9375rem;margin:.25rem 0 0}
.card>*+*:not(.address){margin-top:1rem}
.card>.address{margin-top:.375rem}
.badge{display:inline-block;font:600 .8125rem/1.5 var(--body);padding:.0625rem .5rem;border-radius:1rem;vertical-align:.1em;background:var(--line)}
.added .badge{background:var(--add-ground);color:var(--add)}
.gone .badge{background:var(--cut-ground);color:var(--cut)}
.moved .badge{background:var(--move-ground);color:var(--move)}
.place{font-size:.9375rem;color:var(--quiet);margin:0 0 .375rem}
.changes{list-style:none;padding:0;margin:0}
.changes>li+li{margin-top:1rem}
.changes>li.more{margin-top:.375rem}
.text{margin:0;border-left:3px solid var(--line);padding-left:.75rem}
ins,del{border-radius:.2em;padding:.05em .15em;-webkit-box-decoration-break:clone;box-decoration-break:clone}
ins{background:var(--add-ground);color:var(--add);text-decoration:underline;text-decoration-thickness:1px;text-underline-offset:.15em}
del{background:var(--cut-ground);color:var(--cut)}
.label{display:block;margin:0 0 .25rem;font-size:.875rem;color:var(--quiet)}
.heading{font-weight:600}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:.75rem;margin:0}
.pair figure{margin:0}
.pair img{display:block;max-width:100%;height:auto;border-radius:.5rem;border:1px solid var(--line);background:var(--ground)}
.frames{grid-template-columns:repeat(auto-fit,minmax(min(100%,390px),1fr))}
iframe{width:100%;max-width:390px;height:44rem;border:1px solid var(--line);border-radius:.75rem;background:#fff}
figcaption{font-size:.875rem;color:var(--quiet);margin:0 0 .25rem}
figcaption+*{margin-top:0}
.alt{font-size:.875rem;color:var(--quiet);margin:.25rem 0 0}
.none{display:grid;place-items:center;min-height:6rem;border:1px dashed var(--line);border-radius:.5rem;color:var(--quiet);font-size:.875rem;padding:.5rem;text-align:center}
summary{cursor:pointer;min-height:44px;display:flex;align-items:center;gap:.5rem;color:var(--quiet)}
summary::before{content:"";width:.5em;height:.5em;border:solid;border-width:0 2px 2px 0;transform:rotate(-45deg)}
details[open]>summary::before{transform:rotate(45deg)}
.plain{padding-left:1.25rem;margin:0}
.plain li{margin:.25rem 0}
footer{border-top:1px solid var(--line);color:var(--quiet);padding:1.25rem 0 2.5rem;font-size:.9375rem}
@media (min-width:48rem){
.versions{grid-template-columns:1fr 1fr;gap:2rem}
.card{padding:1.5rem 1.75rem}
.changes .pair{max-width:28rem}
}
@media print{body{background:#fff}.card{break-inside:avoid}.top{background:none;color:#000}}
`;
