// The public API: what the commands can do, a script can do.
export { build, type CheckResult, check } from "./build.ts";
export type { BuildOptions, CheckOptions, Engine } from "./config/resolve-config.ts";
export { type DiagnosticCode, diagnosticCodes } from "./diagnostics/codes.ts";
export { BuildFailedError, type Diagnostic, EventsiteError } from "./diagnostics/diagnostic.ts";
export { formatDiagnostic, formatDiagnostics, formatReport, totalOf } from "./diagnostics/report.ts";
export { type SchemaOptions, type SchemaResult, schema } from "./editor/editor-files.ts";
export { type ExplainedPage, type ExplainedSection, explain } from "./explain/explain-page.ts";
export { type MailWordsOptions, type MailWordsResult, mailWords } from "./mail-words/mail-words.ts";
export type { OutputFile } from "./output/output-file.ts";
export type { BuildProgress } from "./output/progress.ts";
export type { BuildResult, PublishedRoute } from "./run-stages.ts";
export {
  type CreatedEntry,
  type CreateOptions,
  createEntry,
  STARTERS,
  type StarterKind,
} from "./scaffold/create-entry.ts";
export { type ServeOptions, type SiteServer, type SiteUpdate, serve } from "./serve/serve-site.ts";
