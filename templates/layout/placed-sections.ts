import type { PageContext, PageInput } from "eventsite/kit";

/** A section of a page before its own schema gives it a type. */
interface PageSection {
  readonly type: string;
  readonly id?: string;
}

const sectionsOf = (page: PageInput) => (page.data.sections ?? []) as readonly PageSection[];

/** The types of a page's sections; a legal page counts as one section of its own. */
export function sectionTypes(page: PageInput): readonly string[] {
  return page.collection === "legal" ? ["legal"] : sectionsOf(page).map(({ type }) => type);
}

/** Gives each section its anchor: its own `id`, or its type and its number among the sections of that type. */
export function placeSections(page: PageInput) {
  const { path, collection, slug } = page;
  const counts = new Map<string, number>();
  return sectionsOf(page).map((section) => {
    const number = (counts.get(section.type) ?? 0) + 1;
    counts.set(section.type, number);
    const context: PageContext = { path, collection, slug, anchorId: section.id ?? `${section.type}-${number}` };
    return { section, context };
  });
}
