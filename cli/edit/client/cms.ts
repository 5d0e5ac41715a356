// Starts the CMS with the configuration that its page holds, at the entry of the page that somebody came from.

interface CmsData {
  readonly configuration: object;
  /** "services/entries/galas" */
  readonly entry?: string;
}

interface Decap {
  readonly CMS: { init(options: { readonly config: object }): void };
}

const { configuration, entry } = JSON.parse(document.getElementById("cms")?.textContent ?? "{}") as CmsData;

Object.assign(globalThis, { CMS_MANUAL_INIT: true });
// As after its button "Login", which asks for nothing here.
localStorage.setItem("decap-cms-user", JSON.stringify({ backendName: "proxy" }));
if (entry) history.replaceState(null, "", `${location.pathname}#/collections/${entry}`);

const script = document.createElement("script");
script.src = "decap-cms.js";
script.addEventListener("load", () =>
  (globalThis as unknown as Decap).CMS.init({ config: { ...configuration, load_config_file: false } }),
);
document.body.append(script);

const entryIn = (url: string): string | undefined => /#\/collections\/([^/]+\/entries\/[^?]+)/.exec(url)?.[1];

/** Led from one open entry to another, Decap would mix their values. */
addEventListener("hashchange", ({ oldURL, newURL }) => {
  const [before, after] = [entryIn(oldURL), entryIn(newURL)];
  if (before && after && before !== after) location.reload();
});
