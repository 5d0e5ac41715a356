import { defineSection } from "../../kit/define-section.ts";
import { Prose } from "./Prose.tsx";
import { proseSchema } from "./schema.ts";

export default defineSection({ schema: proseSchema, Component: Prose });
