import type { HeadTag } from "../../templates/kit/index.ts";

export const escapeHtml = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");

/** JSON that is safe in a script element: it cannot close the element or break a line in old engines. */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/</g, "\\u003c")
    .replace(/>/g, "\\u003e")
    .replace(/&/g, "\\u0026")
    .replace(/\u2028/g, "\\u2028")
    .replace(/\u2029/g, "\\u2029");

/** The tags of a head, in order. */
export function headHtml(tags: readonly HeadTag[]): string {
  return tags.map(tagHtml).join("");
}

function tagHtml(tag: HeadTag): string {
  switch (tag.tag) {
    case "title":
      return `<title>${escapeHtml(tag.text)}</title>`;
    case "script":
      return `<script type="${escapeHtml(tag.type)}">${scriptJson(tag.json)}</script>`;
    default: {
      const attributes = Object.entries(tag.attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
      return `<${tag.tag}${attributes.join("")}>`;
    }
  }
}
