import { defineSection } from "eventsite/kit";
import { Steps } from "./Steps.tsx";
import { stepsSchema } from "./schema.ts";

export default defineSection({ schema: stepsSchema, Component: Steps });
