import { defineSection } from "../../kit/define-section.ts";
import { Steps } from "./Steps.tsx";
import { stepsSchema } from "./schema.ts";

export default defineSection({ schema: stepsSchema, Component: Steps });
