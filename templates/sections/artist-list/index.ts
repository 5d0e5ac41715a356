import { defineSection } from "eventsite/kit";
import { ArtistList } from "./ArtistList.tsx";
import { artistListSchema } from "./schema.ts";

export default defineSection({ schema: artistListSchema, Component: ArtistList });
