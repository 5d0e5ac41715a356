import { Carousel } from "../../client/carousel/Carousel.tsx";
import { defineIsland } from "../../kit/define-island.ts";

export default defineIsland({ name: "hero-carousel", hydrate: "used", component: Carousel });
