// The public API for plain scripts: `import { build, check, serve } from "eventsite"`.
import { loadProgram } from "./program.mjs";

export const {
  BuildFailedError,
  EventsiteError,
  build,
  check,
  configNames,
  createEntry,
  diagnosticCodes,
  explain,
  findVanished,
  formatDiagnostic,
  formatDiagnostics,
  formatReport,
  hostConfig,
  hostNames,
  mailWords,
  renameEntry,
  schema,
  serve,
  starterKinds,
  totalOf,
} = await loadProgram("index");
