// A link to the page of an entry that was just made. Decap has one only for entries that were there when their form was opened.
import { element } from "../../serve/client/element.ts";
import { say } from "./cms-notice.ts";

interface Collection {
  readonly name: string;
  /** "admin/page/services/{{slug}}"; absent where entries have no page. */
  readonly preview_path?: string;
}

const NEW = /#\/collections\/([^/]+)\/new/;
const ENTRY = /#\/collections\/([^/]+)\/entries\/([^/?]+)/;

export function linkNewEntries(collections: readonly Collection[]): void {
  addEventListener("hashchange", ({ oldURL, newURL }) => {
    const [, before] = NEW.exec(oldURL) ?? [];
    const [, name, slug = ""] = ENTRY.exec(newURL) ?? [];
    const path = collections.find((each) => each.name === name)?.preview_path;
    if (before !== name || path === undefined) return;
    const link = element("a", {
      href: `/${path.replace("{{slug}}", slug)}`,
      target: "_blank",
      textContent: "See its page",
    });
    link.style.color = "#9cc8ff";
    say([link]);
  });
}
