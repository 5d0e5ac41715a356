// What a form asks before an entry goes: what takes its place, or which name it is to have instead.

export interface Retirement {
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
export function askRetirement({ entry, successors, retire, rename }: Retirement): Promise<unknown> {
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
