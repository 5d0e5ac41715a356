// A picture that is chosen for an upload gets a name that no picture of the site has. Decap would ask whether to replace the other one, and
// delete it.
import type { Backend } from "./cms-decap.ts";
import { say } from "./cms-notice.ts";

interface NewName {
  readonly name: string;
  readonly taken?: string;
}

/** `request` asks the server. */
export function nameUploads(request: Backend["request"]): void {
  const uploaded: string[] = [];
  const named = new WeakSet<Event>();
  const rename = async (input: HTMLInputElement) => {
    const files = [...(input.files ?? [])];
    const params = { names: files.map(({ name }) => name), taken: uploaded };
    const names = (await request({ action: "pictureNames", params })) as readonly NewName[];
    uploaded.push(...names.map(({ name }) => name));
    const chosen = new DataTransfer();
    for (const [index, file] of files.entries())
      chosen.items.add(new File([file], names[index]?.name ?? file.name, { type: file.type }));
    say(
      names.flatMap(({ name, taken }) => (taken ? [`There is a picture ${taken} already: this one is ${name}.`] : [])),
    );
    input.files = chosen.files;
    const renamed = new Event("change", { bubbles: true });
    named.add(renamed);
    input.dispatchEvent(renamed);
  };
  addEventListener(
    "change",
    (event) => {
      const { target } = event;
      if (!(target instanceof HTMLInputElement) || target.type !== "file" || named.has(event)) return;
      event.stopImmediatePropagation();
      rename(target).catch((error: Error) => say([`The picture was not uploaded: ${error.message}`]));
    },
    { capture: true },
  );
}
