import { defineSection } from "eventsite/kit";
import { PageHero } from "./PageHero.tsx";
import { pageHeroSchema } from "./schema.ts";

export default defineSection({ schema: pageHeroSchema, Component: PageHero, hasMainHeading: true });
