import { defineSection } from "../../kit/define-section.ts";
import { Lists } from "./Lists.tsx";
import { listsSchema } from "./schema.ts";

export default defineSection({ schema: listsSchema, Component: Lists });
