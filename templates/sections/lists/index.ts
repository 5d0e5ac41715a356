import { defineSection } from "eventsite/kit";
import { Lists } from "./Lists.tsx";
import { listsSchema } from "./schema.ts";

export default defineSection({ schema: listsSchema, Component: Lists });
