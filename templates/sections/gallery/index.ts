import { defineSection } from "eventsite/kit";
import { Gallery } from "./Gallery.tsx";
import { gallerySchema } from "./schema.ts";

export default defineSection({ schema: gallerySchema, Component: Gallery });
