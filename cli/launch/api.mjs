// The public API for plain scripts: `import { build, check, serve } from "eventsite"`.
import { loadProgram } from "./program.mjs";

export const {
  BuildFailedError,
  EventsiteError,
  build,
  check,
  configNames,
  createEntry,
  deploy,
  diagnosticCodes,
  explain,
  findVanished,
  formatDiagnostic,
  formatDiagnostics,
  formatReport,
  groupDifferences,
  hostConfig,
  hostNames,
  mailWords,
  publications,
  renameEntry,
  schema,
  serve,
  starterKinds,
  totalOf,
  verify,
} = await loadProgram("index");
