#!/usr/bin/env node
// The command that npm's `bin` names. Its parent may end while the program is being compiled.
import { loadProgram } from "./launch/program.mjs";

const parent = process.ppid;
const { main } = await loadProgram("main");
await main(process.argv.slice(2), parent);
