import { defineSection } from "../../kit/define-section.ts";
import { CallToAction } from "./CallToAction.tsx";
import { callToActionSchema } from "./schema.ts";

export default defineSection({ schema: callToActionSchema, Component: CallToAction });
