// What a test costs says when it runs. A file that is in no list is fast: `npm run test:fast` has all of those, `npm test` the slow ones too,
// `npm run test:long` the rest. `node tests/costs.mjs` names files that are in the wrong list.

/** About two seconds or more each: browsers, commands, every mistake there is. */
export const SLOW: readonly string[] = [
  "tests/browser/**/*.test.ts",
  "tests/e2e/**/*.test.ts",
  ...files("build", [
    "below-path",
    "cards",
    "cms",
    "diff",
    "drafts",
    "empty-folders",
    "edited-files",
    "edited-pages",
    "edited-words",
    "finished-pages",
    "fonts",
    "front-matter",
    "invalid-content",
    "links",

    "misleading-hints",
    "odd-folders",
    "relay-address",
    "restore",
    "session-changes",
    "several-mistakes",
    "several-sites",
    "static-files",
    "template-inputs",
    "template-libraries",
    "template-walks",
    "verify-live",
    "whole-answers",
    "trace",
    "words",
  ]),
  ...files("content", ["in-browser", "restored-files"]),
  ...files("deploy", ["faults", "publish", "stores", "whole"]),
  ...files("fuzz", ["check-value", "edited-uses", "parse-source", "scan-html", "trace"]),
  ...files("relay", [
    "upkeep/watch-alerts",
    "delivery/refused-acknowledgements",
    "delivery/worker",
    "http/call/crowds",
    "http/desk/desk",
    "http/call/hard-callers",
    "http/server/slow-callers",
    "http/call/wire-contract",
    "store/copies/copies",
    "store/engines/sqlite/store-damage",
    "process/*",
    "delivery/transports/smtp-transport",
  ]),
  ...files("unit/cli/content", ["mistakes"]),
];

/** A quarter of an hour together: whole machines, kills and locks, every page in every state, tools of developers. */
export const LONG: readonly string[] = [
  ...files("browser", [
    "behaviour",
    "budgets",
    "carousel",
    "closed-tab",
    "cms",
    "desk",
    "edit",
    "example",
    "find-words",
    "first-press",
    "fonts",
    "foreign-errors",
    "header",
    "form-accessibility",
    "form-failures",
    "form-fields",
    "form-kinds",
    "islands",
    "look",
    "moment",
    "notices",
    "overlay",
    "preferences",
    "replaced-words",
  ]),
  ...files("build", ["pictures", "edit-traced-texts", "editing"]),
  ...files("content", ["contrast", "first-visit"]),
  ...files("e2e", [
    "commands",
    "concurrent-builds",
    "deploy",
    "determinism",
    "forms-and-relay",
    "fresh-clone",
    "full-disk",
    "interrupted-build",
    "killed-build",
    "new",
    "other-trade",
    "output",
    "output-folder",
    "read-only-program",
    "release",
    "schema",
    "serve-edit",
    "serve-pictures",
    "serve-watch",
    "workflows",
  ]),
  ...files("fuzz", ["session", "whole-site"]),
  ...files("relay", ["process/commands", "process/drain", "process/hostile-input", "process/memory"]),
];

/** Slow ones that look at some of many, and among the long ones at all of them: see `sample` of support/process/rounds.ts. */
export const SAMPLED: readonly string[] = [
  ...files("browser", ["forms", "layout"]),
  ...files("content", ["in-browser", "restored-files"]),
];

/** What these files say depends on dates: the long tier runs them on other days too. */
export const DATED: readonly string[] = [
  ...files("build", ["file-cache", "publication", "session-changes", "template-inputs"]),
  ...files("deploy", ["publish"]),
  ...files("fuzz", ["publication"]),
  ...files("relay", [
    "service/csv",
    "upkeep/watch-alerts",
    "delivery/create-delivery",
    "http/desk/*",
    "store/operations/clock-jumps",
    "store/operations/search",
    "upkeep/*",
  ]),
  ...files("unit/cli", ["config/*", "emit/*", "files/*", "serve/*"]),
  ...files("unit/templates", ["forms/**/*"]),
];

/** Days ahead, the day that few years have, and the minutes before the clocks of Toronto change. */
export const OTHER_DAYS: readonly string[] = [
  "+5d",
  "+40d",
  "+400d",
  "2028-02-29T12:00Z",
  "2027-03-14T06:58Z",
  "2027-11-07T05:58Z",
];

function files(folder: string, names: readonly string[]): string[] {
  return names.map((name) => `tests/${folder}/${name}.test.ts`);
}
