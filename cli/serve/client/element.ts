export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const created = Object.assign(document.createElement(name), properties);
  created.append(...children);
  return created;
}

export const paragraph = (textContent: string, className = ""): HTMLParagraphElement =>
  element("p", { textContent, ...(className && { className }) });

export function button(
  textContent: string,
  onClick: () => void,
  properties: Partial<HTMLButtonElement> = {},
): HTMLButtonElement {
  const created = element("button", { type: "button", textContent, ...properties });
  created.addEventListener("click", onClick);
  return created;
}

/** A shadow tree over the page, which neither the page's styles nor its policy touch. */
export function mountShadow(name: string, css: string): ShadowRoot {
  const host = document.createElement(name);
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  document.body.append(host);
  return root;
}
