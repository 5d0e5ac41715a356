import { defineSection } from "eventsite/kit";
import { Prose } from "./Prose.tsx";
import { proseSchema } from "./schema.ts";

export default defineSection({ schema: proseSchema, Component: Prose });
