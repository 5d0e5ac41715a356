import { defineSection } from "../../kit/define-section.ts";
import { venueListSchema } from "./schema.ts";
import { VenueList } from "./VenueList.tsx";

export default defineSection({ schema: venueListSchema, Component: VenueList });
