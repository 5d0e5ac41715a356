import { defineSection } from "../../kit/define-section.ts";
import { Gallery } from "./Gallery.tsx";
import { gallerySchema } from "./schema.ts";

export default defineSection({ schema: gallerySchema, Component: Gallery });
