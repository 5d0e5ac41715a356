// Starts the CMS with the configuration that its page holds, at the entry of the page that somebody came from.
import { placeholderControl } from "./cms-placeholders.ts";

const PLACEHOLDERS = "eventsite-placeholders";

/** A control of Decap: a component of its React. Of a picture that is not loaded yet, it gets an empty one. */
type GetAsset = (value: string, field: unknown) => { readonly path: string };
type Control = new (props: object) => { props: { readonly getAsset: GetAsset }; render(): unknown };

interface Backend {
  request(call: { readonly action: string; readonly params: object }): Promise<unknown>;
  deleteFiles: (paths: readonly string[]) => Promise<unknown>;
}

interface Decap {
  readonly CMS: {
    init(options: { readonly config: object }): void;
    getBackend(name: "proxy"): { init: (...options: unknown[]) => Backend };
    getWidget(name: string): { readonly control: Control };
    registerWidget(name: string, control: Control): void;
  };
}

const { configuration, entry } = JSON.parse(document.getElementById("cms")?.textContent ?? "{}") as {
  readonly configuration: { readonly media_folder: string };
  /** "services/entries/galas" */
  readonly entry?: string;
};

Object.assign(globalThis, { CMS_MANUAL_INIT: true });
// As after its button "Login", which asks for nothing here.
localStorage.setItem("decap-cms-user", JSON.stringify({ backendName: "proxy" }));
if (entry) history.replaceState(null, "", `${location.pathname}#/collections/${entry}`);

const script = document.createElement("script");
script.src = "decap-cms.js";
script.addEventListener("load", () => {
  const { CMS } = globalThis as unknown as Decap;
  const proxy = CMS.getBackend("proxy");
  const { init } = proxy;
  proxy.init = (...options) => askBeforeDeleting(init(...options));
  CMS.registerWidget(PLACEHOLDERS, placeholderControl(PLACEHOLDERS));
  CMS.registerWidget("image", showsPictures(CMS.getWidget("image").control));
  CMS.init({ config: { ...configuration, load_config_file: false } });
});
document.body.append(script);

/** Led from one open entry to another, Decap would mix their values. */
addEventListener("hashchange", ({ oldURL, newURL }) => {
  const [before, after] = [oldURL, newURL].map((url) => /#\/collections\/([^/]+\/entries\/[^?]+)/.exec(url)?.[1]);
  if (before && after && before !== after) location.reload();
});

/** Decap asks for a picture once, and shows nothing when it comes later: it is shown from its address. */
const showsPictures = (control: Control): Control =>
  class extends control {
    override render() {
      const { getAsset } = this.props;
      const shown = (value: string, field: unknown) => {
        const asset = getAsset(value, field);
        return asset.path === "empty.svg" ? `media/${encodeURI(value)}` : asset;
      };
      this.props = { ...this.props, getAsset: shown as GetAsset };
      return super.render();
    }
  };

const DIALOG = `<p><strong></strong></p>
  <form method="dialog"><label>Lists leave it out. Its address, and links to it, lead to:<br>
  <select name="to" style="font:inherit;max-width:100%"><option value="">Nothing: the address is gone</option></select></label>
  <p><button>Take it away</button> <button value="keep">Keep it</button></p>
  </form><p role="alert" style="white-space:pre-line;color:#b00020"></p>
  <hr><form method="dialog"><label>Or give it another name: its links follow, and its old address leads to the new one.<br>
  <input name="name" style="font:inherit;border:1px solid;padding:0.25rem"></label> <button>Rename it</button></form>`;

/** Decap deletes at once: here, somebody says first what takes the entry's place, or which name it is to have instead. */
function askBeforeDeleting(backend: Backend): Backend {
  const ask = (action: string, params: object) => backend.request({ action, params });
  backend.deleteFiles = async (paths) => {
    const [path = ""] = paths;
    if (path.startsWith(`${configuration.media_folder}/`)) return ask("deleteFiles", { paths });
    const dialog = document.createElement("dialog");
    dialog.innerHTML = DIALOG;
    dialog.style.cssText = "max-width:40rem;font:16px/1.5 sans-serif;padding:1.5rem";
    const find = (selector: string) => dialog.querySelector(selector) as Element;
    find("strong").textContent = `Take ${path} away?`;
    const successors = (await ask("successors", { path })) as string[];
    find("select").append(...successors.map((name) => new Option(name)));
    document.body.append(dialog);
    dialog.showModal();
    return new Promise((done, fail) => {
      dialog.addEventListener("close", () => {
        dialog.remove();
        fail(new Error("Nothing was changed."));
      });
      dialog.addEventListener("submit", async (event) => {
        const button = event.submitter as HTMLButtonElement;
        if (button.value === "keep") return;
        event.preventDefault();
        button.disabled = true;
        const change = Object.fromEntries(new FormData(event.target as HTMLFormElement));
        try {
          done(await ask("deleteFiles", { paths, ...change }));
          dialog.close();
          if ("name" in change) showList();
        } catch (error) {
          find("[role=alert]").textContent = (error as Error).message;
        }
        button.disabled = false;
      });
    });
  };
  return backend;
}

/** Of a collection, read again: the CMS has its entries in memory. */
function showList(): void {
  location.hash = location.hash.replace(/\/entries\/.*/, "");
  location.reload();
}
