import { defineSection } from "../../kit/define-section.ts";
import { HeroCarousel } from "./HeroCarousel.tsx";
import { heroCarouselSchema } from "./schema.ts";

export default defineSection({ schema: heroCarouselSchema, Component: HeroCarousel });
