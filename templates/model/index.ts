// The collections and settings of the site, spelled out, and their types for components.

import type { SummaryOf } from "eventsite/kit";
import { artists } from "./artists.ts";
import { clients } from "./clients.ts";
import { forms } from "./forms.ts";
import { legal } from "./legal.ts";
import { pages } from "./pages.ts";
import { services } from "./services.ts";
import type { SettingsData } from "./site.ts";
import { testimonials } from "./testimonials.ts";
import { venues } from "./venues.ts";

export { siteSchema } from "./site.ts";

export const collections = [
  // In the order in which `eventsite new` and the manual list them.
  venues,
  artists,
  services,
  testimonials,
  pages,
  legal,
  clients,
  forms,
] as const;

type Collections = { [Definition in (typeof collections)[number] as Definition["name"]]: SummaryOf<Definition> };

declare module "eventsite/kit" {
  interface SiteSettings extends SettingsData {}
  interface SiteCollections extends Collections {}
}
