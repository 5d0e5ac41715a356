import { defineIsland } from "eventsite/kit/island";
import { Carousel } from "../../client/carousel/Carousel.tsx";

export default defineIsland({ name: "hero-carousel", hydrate: "used", component: Carousel });
