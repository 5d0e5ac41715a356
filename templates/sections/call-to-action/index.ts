import { defineSection } from "eventsite/kit";
import { CallToAction } from "./CallToAction.tsx";
import { callToActionSchema } from "./schema.ts";

export default defineSection({ schema: callToActionSchema, Component: CallToAction });
