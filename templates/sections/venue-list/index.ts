import { defineSection } from "eventsite/kit";
import { venueListSchema } from "./schema.ts";
import { VenueList } from "./VenueList.tsx";

export default defineSection({ schema: venueListSchema, Component: VenueList });
