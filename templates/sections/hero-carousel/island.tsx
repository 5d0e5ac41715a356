import { Carousel } from "../../client/carousel/Carousel.tsx";
import { defineIsland } from "../../kit/define-island.ts";

/** Idle: the pictures of the later slides wait until the page has loaded. */
export default defineIsland({ name: "hero-carousel", hydrate: "idle", component: Carousel });
