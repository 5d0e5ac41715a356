import { defineSection } from "eventsite/kit";
import { testimonialsSchema } from "./schema.ts";
import { Testimonials } from "./Testimonials.tsx";

export default defineSection({ schema: testimonialsSchema, Component: Testimonials });
