import { defineSection } from "../../kit/define-section.ts";
import { ServiceTiles } from "./ServiceTiles.tsx";
import { serviceTilesSchema } from "./schema.ts";

export default defineSection({ schema: serviceTilesSchema, Component: ServiceTiles });
