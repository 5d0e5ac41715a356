// The public API: what the commands can do, a script can do.

export { check, type ReportedCheckOptions } from "./api/check.ts";
export { type ServeOptions, serve } from "./api/serve.ts";
export type { HostCheckOptions } from "./authoring/check-now.ts";
export type { RenameOptions } from "./authoring/content-changes.ts";
export { type CreatedEntry, type CreateOptions, createEntry, starterKinds } from "./authoring/create-entry.ts";
export { type SchemaOptions, type SchemaResult, schema } from "./authoring/editor-files.ts";
export { type ExplainedPage, type ExplainedSection, explain } from "./authoring/explain-page.ts";
export { type InitOptions, initSite, type WrittenSite } from "./authoring/init-site.ts";
export { type RenamedEntry, renameEntry } from "./authoring/rename-entry.ts";
export { type RetiredEntry, type RetireOptions, retireEntry } from "./authoring/retire-entry.ts";
export { type BuildOptions, type CheckOptions, type Engine, programVersion } from "./config/resolve-config.ts";
export { type DiagnosticCode, diagnosticCodes } from "./diagnostics/codes.ts";
export { BuildFailedError, type Diagnostic, EventsiteError } from "./diagnostics/diagnostic.ts";
export { formatDiagnostic, formatDiagnostics, formatReport } from "./diagnostics/format-diagnostics.ts";
export type { BuildProgress } from "./diagnostics/progress.ts";
export { type CmsOptions, type CmsResult, cms } from "./edit/cms/write-configuration.ts";
export type { OutputFile } from "./emit/output-file.ts";
export type { PublishedRoute } from "./emit/site-report.ts";
export { type ConfigName, type HostName, hostNames, type LiveCheck } from "./hosting/hosts.ts";
export { build } from "./pipeline/build.ts";
export type { CheckResult } from "./pipeline/check.ts";
export type { BuildResult } from "./pipeline/run-stages.ts";
export { type DeployOptions, type DeployResult, deploy } from "./publish/deploy/deploy.ts";
export type { Change } from "./publish/deploy/list-changes.ts";
export type { PublicationSummary } from "./publish/deploy/publication-summary.ts";
export {
  type KnownPublication,
  type PublicationsOptions,
  type PublicationsResult,
  publications,
} from "./publish/deploy/publications.ts";
export type {
  HeadChange,
  LinkChange,
  LookChange,
  PictureChange,
  ShownPicture,
  VisibleChange,
} from "./publish/diff/compare/compare-pages.ts";
export type {
  FileChange,
  PageChange,
  RedirectChange,
  RepeatedChange,
  SiteChange,
  SiteTotals,
} from "./publish/diff/compare/site-change.ts";
export type { ComparedSite } from "./publish/diff/compare/site-side.ts";
export type { ChangedPart, WordsChange } from "./publish/diff/compare/text-changes.ts";
export { type DiffOptions, type DiffResult, diff } from "./publish/diff/diff.ts";
export { configNames } from "./publish/hosts/config/host-config.ts";
export { type HostConfigOptions, hostConfig } from "./publish/hosts/for-host.ts";
export type { Difference } from "./publish/live/host-fixes.ts";
export { type VerifyOptions, type VerifyResult, verify } from "./publish/live/verify-live.ts";
export { type RestoredFile, type RestoreOptions, type RestoreResult, restore } from "./publish/restore/restore.ts";
export type { Redirect } from "./routes/plan-redirects.ts";
export type { SiteServer, SiteUpdate } from "./serve/serve-site.ts";
