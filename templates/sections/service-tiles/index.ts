import { defineSection } from "eventsite/kit";
import { ServiceTiles } from "./ServiceTiles.tsx";
import { serviceTilesSchema } from "./schema.ts";

export default defineSection({ schema: serviceTilesSchema, Component: ServiceTiles });
