import { defineSection } from "eventsite/kit";
import { SuccessStory } from "./SuccessStory.tsx";
import { successStorySchema } from "./schema.ts";

export default defineSection({ schema: successStorySchema, Component: SuccessStory });
