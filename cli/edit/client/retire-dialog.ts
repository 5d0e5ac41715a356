// What a form asks before an entry goes: what takes its place.

export interface Retirement {
  /** "services/gala-dinners" */
  readonly entry: string;
  /** What could take its place, named in the same way. */
  readonly successors: readonly string[];
  /** Rejects with the reason why it cannot go; undefined is nothing. */
  retire(to: string | undefined): Promise<unknown>;
}

/** Asks until the entry is retired. Rejects where somebody changes their mind. */
export function askRetirement({ entry, successors, retire }: Retirement): Promise<unknown> {
  const dialog = document.createElement("dialog");
  dialog.innerHTML = `<p><strong></strong></p><p>Lists leave it out. Its address, and links to it, lead to:</p>
    <p><select style="font:inherit;max-width:100%"><option value="">Nothing: the address is gone</option></select></p>
    <p role="alert" style="white-space:pre-line;color:#b00020"></p>
    <p><button>Take it away</button> <button>Keep it</button></p>`;
  dialog.style.cssText = "max-width:40rem;font:16px/1.5 sans-serif;padding:1.5rem";
  const [title, select, problem] = [
    dialog.querySelector("strong"),
    dialog.querySelector("select"),
    dialog.querySelector("[role=alert]"),
  ];
  const [go, keep] = dialog.querySelectorAll("button");
  if (!title || !select || !problem || !go || !keep) throw new Error("The dialog is incomplete.");
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
    go.addEventListener("click", async () => {
      go.disabled = true;
      try {
        done(await retire(select.value || undefined));
        dialog.close();
      } catch (error) {
        problem.textContent = (error as Error).message;
      }
      go.disabled = false;
    });
  });
}
