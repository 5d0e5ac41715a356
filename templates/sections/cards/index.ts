import { defineSection } from "../../kit/define-section.ts";
import { Cards } from "./Cards.tsx";
import { cardsSchema } from "./schema.ts";

export default defineSection({ schema: cardsSchema, Component: Cards });
