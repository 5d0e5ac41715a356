let adopted: CSSStyleSheet | undefined;

/** The page's policy allows its first style element and no other; style sheets that a script makes are not its concern. */
export function swapStyle(text: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  for (const { sheet: first } of document.head.querySelectorAll("style")) if (first) first.disabled = true;
  document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((one) => one !== adopted), sheet];
  adopted = sheet;
}
