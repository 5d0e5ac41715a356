import { defineIsland } from "eventsite/kit/island";
import { carousel } from "../../client/carousel/carousel.ts";

export default defineIsland({ name: "testimonials", hydrate: "used", enhance: carousel });
