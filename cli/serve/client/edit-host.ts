import { editCss } from "./edit-css.ts";

/** A shadow tree over the page, which neither the page's styles nor its policy touch. */
export function mountEditHost(): ShadowRoot {
  const host = document.createElement("eventsite-edit");
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(editCss);
  root.adoptedStyleSheets = [sheet];
  document.body.append(host);
  return root;
}
