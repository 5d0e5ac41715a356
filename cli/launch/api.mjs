// The public API for plain scripts: `import { build, check, serve } from "eventsite"`.
import { loadProgram } from "./program.mjs";

export const {
  BuildFailedError,
  EventsiteError,
  STARTERS,
  build,
  check,
  createEntry,
  diagnosticCodes,
  explain,
  formatDiagnostic,
  formatDiagnostics,
  formatReport,
  mailWords,
  schema,
  serve,
  totalOf,
} = await loadProgram("index");
