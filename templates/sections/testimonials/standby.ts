export { takeTurns as default } from "../../client/carousel/take-turns.ts";
