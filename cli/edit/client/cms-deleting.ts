// Deletes an entry in the CMS: a dialog asks first what takes its place, or which name it gets instead.
import { element } from "../../serve/client/element.ts";
import type { Backend } from "./cms-decap.ts";

const DIALOG = `<p><strong></strong></p>
  <form method="dialog"><label>Lists leave it out. Its address, and links to it, lead to:<br>
  <select name="to" style="font:inherit;max-width:100%"><option value="">Nothing: the address is gone</option></select></label>
  <p><button>Take it away</button> <button value="keep">Keep it</button></p>
  </form><p role="alert" style="white-space:pre-line;color:#b00020"></p>
  <hr><form method="dialog"><label>Or give it another name: its links follow, and its old address leads to the new one.<br>
  <input name="name" style="font:inherit;border:1px solid;padding:0.25rem"></label> <button>Rename it</button></form>`;

/** A path has no space to break it at. */
const DIALOG_STYLE =
  "max-width:min(40rem,calc(100vw - 5rem));font:16px/1.5 sans-serif;padding:1.5rem;overflow-wrap:anywhere";

/** Decap deletes at once. `media` is the folder of pictures, for which nothing is asked. */
export function askBeforeDeleting(backend: Backend, media: string): Backend {
  const request = (action: string, params: object) => backend.request({ action, params });
  backend.deleteFiles = async (paths) => {
    const [path = ""] = paths;
    if (path.startsWith(`${media}/`)) return request("deleteFiles", { paths });
    const successors = (await request("successors", { path })) as readonly string[];
    return ask(createDialog(path, successors), (change) => request("deleteFiles", { paths, ...change }));
  };
  return backend;
}

interface DeletingDialog {
  readonly element: HTMLDialogElement;
  /** Why the change was refused. */
  readonly alert: Element;
}

function createDialog(path: string, successors: readonly string[]): DeletingDialog {
  const dialog = element("dialog", { innerHTML: DIALOG });
  dialog.style.cssText = DIALOG_STYLE;
  const find = (selector: string) => dialog.querySelector(selector) as Element;
  find("strong").textContent = `Take ${path} away?`;
  find("select").append(...successors.map((name) => new Option(name)));
  return { element: dialog, alert: find("[role=alert]") };
}

/** What the form of the dialog says: a successor, or another name. */
type Change = Readonly<Record<string, FormDataEntryValue>>;

/** Gives the answer to the change; rejects where the dialog is closed without one. */
function ask({ element: dialog, alert }: DeletingDialog, act: (change: Change) => Promise<unknown>): Promise<unknown> {
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve, reject) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      reject(new Error("Nothing was changed."));
    });
    dialog.addEventListener("submit", async (event) => {
      const button = event.submitter as HTMLButtonElement;
      if (button.value === "keep") return;
      event.preventDefault();
      button.disabled = true;
      const change = Object.fromEntries(new FormData(event.target as HTMLFormElement));
      try {
        resolve(await act(change));
        dialog.close();
        if ("name" in change) showList();
      } catch (error) {
        alert.textContent = (error as Error).message;
      }
      button.disabled = false;
    });
  });
}

/** Reads a collection again: the CMS has its entries in memory. */
function showList(): void {
  location.hash = location.hash.replace(/\/entries\/.*/, "");
  location.reload();
}
