import { defineSection } from "eventsite/kit";
import { HeroCarousel } from "./HeroCarousel.tsx";
import { heroCarouselSchema } from "./schema.ts";

export default defineSection({ schema: heroCarouselSchema, Component: HeroCarousel, hasMainHeading: true });
