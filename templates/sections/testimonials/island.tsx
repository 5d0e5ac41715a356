import { defineIsland } from "eventsite/kit/island";
import { Carousel } from "../../client/carousel/Carousel.tsx";

export default defineIsland({ name: "testimonials", hydrate: "used", component: Carousel });
