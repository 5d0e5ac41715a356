import { defineSection } from "../../kit/define-section.ts";
import { SuccessStory } from "./SuccessStory.tsx";
import { successStorySchema } from "./schema.ts";

export default defineSection({ schema: successStorySchema, Component: SuccessStory });
