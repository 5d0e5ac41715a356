// Starts the CMS with the configuration that its page holds, at the entry of the page that somebody came from.
interface CmsData {
  readonly configuration: { readonly media_folder: string };
  /** "services/entries/galas" */
  readonly entry?: string;
}

/** A control of Decap: a component of its React. */
type Control = new (props: {
  readonly getAsset: GetAsset;
}) => { props: { readonly getAsset: GetAsset }; render(): unknown };
/** Of a picture that is not loaded yet, an empty one. */
type GetAsset = (value: string, field: unknown) => { readonly path: string } | string;

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

const { configuration, entry } = JSON.parse(document.getElementById("cms")?.textContent ?? "{}") as CmsData;

Object.assign(globalThis, { CMS_MANUAL_INIT: true });
// As after its button "Login", which asks for nothing here.
localStorage.setItem("decap-cms-user", JSON.stringify({ backendName: "proxy" }));
if (entry) history.replaceState(null, "", `${location.pathname}#/collections/${entry}`);

const script = document.createElement("script");
script.src = "decap-cms.js";
script.addEventListener("load", () => {
  const { CMS } = globalThis as unknown as Decap;
  askBeforeDeleting(CMS.getBackend("proxy"));
  CMS.registerWidget("image", showsPictures(CMS.getWidget("image").control));
  CMS.init({ config: { ...configuration, load_config_file: false } });
});
document.body.append(script);

/** Decap asks for a picture once, and shows nothing when it comes later: it is shown from its address. */
const showsPictures = (control: Control): Control =>
  class extends control {
    override render() {
      const { getAsset } = this.props;
      const shown: GetAsset = (value, field) => {
        const asset = getAsset(value, field);
        return typeof asset === "object" && asset.path === "empty.svg" ? `media/${value}` : asset;
      };
      this.props = { ...this.props, getAsset: shown };
      return super.render();
    }
  };

/** Decap deletes at once: here, somebody says first what takes the entry's place. */
function askBeforeDeleting(proxy: { init: (...options: unknown[]) => Backend }): void {
  const { init } = proxy;
  proxy.init = (...options) => {
    const backend = init(...options);
    const remove = (paths: readonly string[], to?: string) =>
      backend.request({ action: "deleteFiles", params: { paths, to } });
    backend.deleteFiles = async (paths) => {
      const [path = ""] = paths;
      if (path.startsWith(`${configuration.media_folder}/`)) return remove(paths);
      const successors = (await backend.request({ action: "successors", params: { path } })) as string[];
      const rename = async (to: string) => {
        await backend.request({ action: "rename", params: { path, to } });
        // The CMS has its list of entries in memory.
        location.hash = location.hash.replace(/\/entries\/.*/, "");
        location.reload();
      };
      return askRetirement({ entry: path, successors, retire: (to) => remove(paths, to), rename });
    };
    return backend;
  };
}

const entryIn = (url: string): string | undefined => /#\/collections\/([^/]+\/entries\/[^?]+)/.exec(url)?.[1];

/** Led from one open entry to another, Decap would mix their values. */
addEventListener("hashchange", ({ oldURL, newURL }) => {
  const [before, after] = [entryIn(oldURL), entryIn(newURL)];
  if (before && after && before !== after) location.reload();
});

/** What a form asks before an entry goes: what takes its place, or which name it is to have instead. */
interface Retirement {
  /** "services/gala-dinners" */
  readonly entry: string;
  /** What could take its place, named in the same way. */
  readonly successors: readonly string[];
  /** Rejects with the reason why it cannot go; undefined is nothing. */
  retire(to: string | undefined): Promise<unknown>;
  /** Rejects with the reason why it cannot have this name. */
  rename(to: string): Promise<unknown>;
}

/** Asks until the entry is retired or renamed. Rejects where somebody changes their mind. */
function askRetirement({ entry, successors, retire, rename }: Retirement): Promise<unknown> {
  const dialog = document.createElement("dialog");
  dialog.innerHTML = `<p><strong></strong></p><p>Lists leave it out. Its address, and links to it, lead to:</p>
    <p><select style="font:inherit;max-width:100%"><option value="">Nothing: the address is gone</option></select></p>
    <p><button>Take it away</button> <button>Keep it</button></p>
    <p role="alert" style="white-space:pre-line;color:#b00020"></p>
    <hr><p><label>Or give it another name: its links follow, and its old address leads to the new one.<br>
    <input style="font:inherit;border:1px solid;padding:0.25rem"></label> <button>Rename it</button></p>`;
  dialog.style.cssText = "max-width:40rem;font:16px/1.5 sans-serif;padding:1.5rem";
  const [title, select, name, problem] = [
    dialog.querySelector("strong"),
    dialog.querySelector("select"),
    dialog.querySelector("input"),
    dialog.querySelector("[role=alert]"),
  ];
  const [go, keep, change] = dialog.querySelectorAll("button");
  if (!title || !select || !name || !problem || !go || !keep || !change) throw new Error("The dialog is incomplete.");
  title.textContent = `Take ${entry} away?`;
  select.append(...successors.map((name) => new Option(name)));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((done, fail) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      fail(new Error("Nothing was changed."));
    });
    keep.addEventListener("click", () => dialog.close());
    const attempt = async (button: HTMLButtonElement, act: () => Promise<unknown>) => {
      button.disabled = true;
      try {
        done(await act());
        dialog.close();
      } catch (error) {
        problem.textContent = (error as Error).message;
      }
      button.disabled = false;
    };
    go.addEventListener("click", () => attempt(go, () => retire(select.value || undefined)));
    change.addEventListener("click", () => attempt(change, () => rename(name.value)));
  });
}
