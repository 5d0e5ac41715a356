import type { HeadTag } from "../../templates/kit/index.ts";
import { escapeHtml, openTag, scriptJson } from "../text/html-text.ts";

/** The tags of a head, in order. */
export function headHtml(tags: readonly HeadTag[]): string {
  let html = "";
  for (const tag of tags) html += tagHtml(tag);
  return html;
}

function tagHtml(tag: HeadTag): string {
  switch (tag.tag) {
    case "title":
      return `<title>${escapeHtml(tag.text)}</title>`;
    case "script":
      return `<script type="${escapeHtml(tag.type)}">${scriptJson(tag.json)}</script>`;
    default:
      return openTag(tag.tag, tag.attributes);
  }
}
