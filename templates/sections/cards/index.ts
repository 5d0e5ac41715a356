import { defineSection } from "eventsite/kit";
import { Cards } from "./Cards.tsx";
import { cardsSchema } from "./schema.ts";

export default defineSection({ schema: cardsSchema, Component: Cards });
