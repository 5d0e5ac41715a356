import { defineSection } from "../../kit/define-section.ts";
import { testimonialsSchema } from "./schema.ts";
import { Testimonials } from "./Testimonials.tsx";

export default defineSection({ schema: testimonialsSchema, Component: Testimonials });
