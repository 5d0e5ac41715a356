import { defineSection } from "../../kit/define-section.ts";
import { PageHero } from "./PageHero.tsx";
import { pageHeroSchema } from "./schema.ts";

export default defineSection({ schema: pageHeroSchema, Component: PageHero });
