import { defineSection } from "../../kit/define-section.ts";
import { ArtistList } from "./ArtistList.tsx";
import { artistListSchema } from "./schema.ts";

export default defineSection({ schema: artistListSchema, Component: ArtistList });
