// The collections and settings of the site, spelled out, and their types for components.
import type { SummaryOf } from "eventsite/kit";
import { forms } from "./forms.ts";
import { pages } from "./pages.ts";
import type { SettingsData } from "./site.ts";
import { walks } from "./walks.ts";

export { siteSchema } from "./site.ts";

export const collections = [
  // In the order in which `eventsite new` and the manual list them.
  walks,
  pages,
  forms,
] as const;

type Collections = { [Definition in (typeof collections)[number] as Definition["name"]]: SummaryOf<Definition> };

declare module "eventsite/kit" {
  interface SiteSettings extends SettingsData {}
  interface SiteCollections extends Collections {}
}
