#!/usr/bin/env node
// The command that npm's `bin` names.
import { loadProgram } from "./launch/program.mjs";

const { main } = await loadProgram("main");
await main(process.argv.slice(2));
