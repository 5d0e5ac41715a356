#!/usr/bin/env node
// The command that npm's `bin` names. The compiled program runs by being loaded.
import { loadRelay } from "./launch/program.mjs";

await loadRelay();
