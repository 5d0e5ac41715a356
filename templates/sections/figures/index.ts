import { defineSection } from "eventsite/kit";
import { Figures } from "./Figures.tsx";
import { figuresSchema } from "./schema.ts";

export default defineSection({ schema: figuresSchema, Component: Figures });
