// The CMS on a narrow screen: Decap lays out its lists for phones, but its forms for 800 pixels.

/** Decap's classes end with the name of their component, after a hash. The doubled attribute weighs more than Decap's own rules. */
const component = (name: string): string => `[class*="-${name}"][class]`;

const STYLE = `
@media (max-width: 800px) {
  ${component("EditorContainer")} { display: flex; flex-direction: column; min-width: 0; padding-top: 0; }
  ${component("EditorContainer")} > * { flex: 1 1 0; width: 100%; min-height: 0; }
  ${component("ToolbarContainer")} { position: relative; flex: none; flex-wrap: wrap; min-width: 0; height: auto; }
  ${component("ToolbarContainer")} > * { height: auto; border: 0; }
  ${component("ToolbarSectionBackLink")} { flex: 1 1 0; min-width: 0; padding-block: .5rem; }
  ${component("ToolbarSectionMain")} { flex: 1 0 100%; order: 1; flex-wrap: wrap; gap: .5rem 0; padding-bottom: .5rem; }
  ${component("ToolbarSectionMain")} > * { flex-wrap: wrap; gap: .5rem 0; }
  /* The address of the site: "View Live" leads there too. */
  ${component("ToolbarSectionMeta")} ${component("AppHeaderSiteLink")} { display: none; }
}
`;

/** Called before Decap draws anything. */
export function fitNarrowScreens(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  document.adoptedStyleSheets.push(sheet);
}
