// Deletes an entry in the CMS: a dialog asks first what takes its place, or which name it gets instead.
import type { Backend } from "./cms-decap.ts";

const DIALOG = `<p><strong></strong></p>
  <form method="dialog"><label>Lists leave it out. Its address, and links to it, lead to:<br>
  <select name="to" style="font:inherit;max-width:100%"><option value="">Nothing: the address is gone</option></select></label>
  <p><button>Take it away</button> <button value="keep">Keep it</button></p>
  </form><p role="alert" style="white-space:pre-line;color:#b00020"></p>
  <hr><form method="dialog"><label>Or give it another name: its links follow, and its old address leads to the new one.<br>
  <input name="name" style="font:inherit;border:1px solid;padding:0.25rem"></label> <button>Rename it</button></form>`;

/** Decap deletes at once. `media` is the folder of pictures, for which nothing is asked. */
export function askBeforeDeleting(backend: Backend, media: string): Backend {
  const ask = (action: string, params: object) => backend.request({ action, params });
  backend.deleteFiles = async (paths) => {
    const [path = ""] = paths;
    if (path.startsWith(`${media}/`)) return ask("deleteFiles", { paths });
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

/** Reads a collection again: the CMS has its entries in memory. */
function showList(): void {
  location.hash = location.hash.replace(/\/entries\/.*/, "");
  location.reload();
}
