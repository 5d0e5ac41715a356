// The style of the open page, which a newer version may replace.

/** The style of the newest version; undefined while it is that of the page itself. */
let adopted: CSSStyleSheet | undefined;

/** The page's policy allows only its first style element, but does not restrict style sheets made by a script. */
export function swapStyle(text: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  for (const { sheet: first } of document.head.querySelectorAll("style")) if (first) first.disabled = true;
  document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((one) => one !== adopted), sheet];
  adopted = sheet;
}
