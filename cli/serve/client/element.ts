export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

export const paragraph = (textContent: string, className = ""): HTMLParagraphElement =>
  element("p", { textContent, ...(className && { className }) });

export function button(
  textContent: string,
  onClick: () => void,
  properties: Partial<HTMLButtonElement> = {},
): HTMLButtonElement {
  const made = element("button", { type: "button", textContent, ...properties });
  made.addEventListener("click", onClick);
  return made;
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
