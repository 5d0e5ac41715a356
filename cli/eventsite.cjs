#!/usr/bin/env node
// The command that npm's `bin` names. CommonJS, like setup.cjs: it runs from below any folder, and can say below which no modules are loaded.
const { checkFolder } = require("./launch/setup.cjs");

// It may end while the program is being compiled.
const parent = process.ppid;

async function start() {
  const { loadProgram } = await import("./launch/program.mjs");
  const { main } = await loadProgram("main");
  await main(process.argv.slice(2), parent);
}

checkFolder();
start();
