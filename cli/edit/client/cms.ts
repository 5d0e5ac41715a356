// Starts the CMS with the configuration that its page holds, at the entry of the page that somebody came from.
import { beginsCopies } from "./cms-copies.ts";
import { type Backend, type ControlClass, type Decap, drawWatching, reportsChanges } from "./cms-decap.ts";
import { askBeforeDeleting } from "./cms-deleting.ts";
import { type FieldPath, knowsFields, showFieldLater } from "./cms-fields.ts";
import { focusControl } from "./cms-focus.ts";
import { fitNarrowScreens } from "./cms-narrow.ts";
import { linkNewEntries } from "./cms-new-entry.ts";
import { pictureWordsControl } from "./cms-picture-words.ts";
import { showsPictures } from "./cms-pictures.ts";
import { placeholderControl, settleReal } from "./cms-placeholders.ts";
import { knowsLists, sortByKeys } from "./cms-sorting.ts";
import { nameUploads } from "./cms-uploads.ts";

/** Names of controls, and of what a form carries, as the server gives them. */
const PLACEHOLDERS = "eventsite-placeholders";
const PICTURE_WORDS = "eventsite-picture-words";
const FOCUS = "eventsite-focus";
const VERSION = "eventsite-version";
/** Decap's controls that the configuration names. */
const CONTROLS = [
  "boolean",
  "datetime",
  "image",
  "list",
  "markdown",
  "number",
  "object",
  "relation",
  "select",
  "string",
  "text",
];

const { configuration, entry, field } = JSON.parse(document.getElementById("cms")?.textContent ?? "{}") as {
  readonly configuration: {
    readonly media_folder: string;
    readonly collections: Parameters<typeof linkNewEntries>[0];
  };
  /** "services/entries/galas" */
  readonly entry?: string;
  /** One of its fields. */
  readonly field?: FieldPath;
};

fitNarrowScreens();
Object.assign(globalThis, { CMS_MANUAL_INIT: true });
// As after its button "Login", which asks for nothing here.
localStorage.setItem("decap-cms-user", JSON.stringify({ backendName: "proxy" }));
if (field) showFieldLater(field);
if (entry) history.replaceState(null, "", `${location.pathname}#/collections/${entry}`);

const script = document.createElement("script");
script.src = "decap-cms.js";
script.addEventListener("load", () => {
  const { CMS } = globalThis as unknown as Decap;
  addControls(CMS);
  addCalls(CMS);
  sortByKeys();
  linkNewEntries(configuration.collections);
  CMS.init({ config: { ...configuration, load_config_file: false } });
});
document.body.append(script);

function addControls(cms: Decap["CMS"]): void {
  const change = (name: string, by: (control: ControlClass) => ControlClass) => {
    const widget = cms.getWidget(name);
    widget.control = by(widget.control);
  };
  cms.registerWidget(PLACEHOLDERS, placeholderControl(PLACEHOLDERS, VERSION));
  cms.registerWidget(PICTURE_WORDS, pictureWordsControl(cms.getWidget("text").control));
  cms.registerWidget(FOCUS, focusControl());
  change("image", showsPictures);
  change("list", knowsLists);
  for (const name of ["boolean", "list", "string", "text"]) change(name, (control) => beginsCopies(control, VERSION));
  for (const name of CONTROLS) change(name, (control) => knowsFields(reportsChanges(control)));
}

function addCalls(cms: Decap["CMS"]): void {
  const proxy = cms.getBackend("proxy");
  const { init } = proxy;
  let backend: Backend | undefined;
  proxy.init = (...options) => {
    backend = settlesPlaceholders(init(...options));
    return askBeforeDeleting(backend, configuration.media_folder);
  };
  nameUploads(async (call) => backend?.request(call));
}

function settlesPlaceholders(backend: Backend): Backend {
  const persistEntry = backend.persistEntry.bind(backend);
  backend.persistEntry = async (...args) => {
    const answer = await persistEntry(...args);
    settleReal();
    drawWatching();
    return answer;
  };
  return backend;
}

/** Decap mixes the values of two entries when one is opened from the other. */
addEventListener("hashchange", ({ oldURL, newURL }) => {
  const [before, after] = [oldURL, newURL].map((url) => /#\/collections\/([^/]+\/entries\/[^?]+)/.exec(url)?.[1]);
  if (before && after && before !== after) location.reload();
});
