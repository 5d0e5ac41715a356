import { Carousel } from "../../client/carousel/Carousel.tsx";
import { defineIsland } from "../../kit/define-island.ts";

export default defineIsland({ name: "testimonials", hydrate: "used", component: Carousel });
