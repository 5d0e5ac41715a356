// The public API for plain scripts: `import { build, check, serve } from "eventsite"`.
import { loadProgram } from "./program.mjs";

export const {
  BuildFailedError,
  EventsiteError,
  build,
  check,
  createEntry,
  diagnosticCodes,
  explain,
  findVanished,
  formatDiagnostic,
  formatDiagnostics,
  formatReport,
  mailWords,
  renameEntry,
  schema,
  serve,
  starterKinds,
  totalOf,
} = await loadProgram("index");
