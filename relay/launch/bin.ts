import { main } from "../commands/main.ts";

await main(process.argv.slice(2), process.env);
