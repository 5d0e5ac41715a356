// `publish` of site.yaml → the target of a command, which knows its lines in that file.

import { resolve } from "node:path";
import type { BuildSettings } from "../../../templates/kit/index.ts";
import { settleAddress } from "../../../templates/kit/web-address.ts";
import type { Config } from "../../config/resolve-config.ts";
import { readSource } from "../../content/sources/read-source.ts";
import { openDocument } from "../../content/sources/source-document.ts";
import type { DiagnosticCode } from "../../diagnostics/codes.ts";
import { BuildFailedError, type Diagnostic, EventsiteError } from "../../diagnostics/diagnostic.ts";
import { readSite } from "../../pipeline/load-site.ts";
import { nearest } from "../../text/suggest.ts";

/** A target of `publish` in site.yaml. */
type TargetSettings = BuildSettings["publish"][string];

/** `as` is the host whose rules the bucket follows: some need further keys for pages, or have objects that redirect. */
export interface Target extends TargetSettings {
  readonly name: string;
  readonly kind: "folder" | "s3" | "azure" | "gcs";
  /** Of a container; otherwise "". */
  readonly account: string;
  /** The name of the bucket or container, or the path of the folder. */
  readonly place: string;
  /** "" or a path that ends in a slash. */
  readonly prefix: string;
  readonly live: boolean;
  readonly preview: boolean;
  /** A problem at the line of one of its keys. */
  report(code: DiagnosticCode, key: keyof TargetSettings, message: string, hint?: string): Diagnostic;
}

/** Without a name, the only target; `siteUrl` is what the pages name. Rejects with DEPLOY_TARGET, or with all problems of site.yaml. */
export async function readTarget(config: Config, name: string | undefined) {
  const { source, settings } = await readSite(config);
  const targets = settings.publish ?? {};
  const names = Object.keys(targets);
  const file = readSource(source);
  if ("code" in file) throw new BuildFailedError([file]);
  const document = openDocument(file);
  const refuse = (message: string, hint: string) =>
    new BuildFailedError([
      document.report(document.place(["publish"], "key"), { code: "DEPLOY_TARGET", message, hint }),
    ]);
  if (names.length === 0)
    throw new EventsiteError("DEPLOY_TARGET", `${source.file} names no target to deploy to.`, {
      hint: "add one under `publish`, such as: live: { to: s3://BUCKET }",
    });
  const chosen = name ?? (names.length === 1 ? names[0] : undefined);
  if (chosen === undefined) throw refuse(`There are ${names.length} targets.`, `name one of them: ${names.join(", ")}`);
  if (!Object.hasOwn(targets, chosen)) {
    const near = nearest(chosen, names);
    throw refuse(
      `There is no target "${chosen}".`,
      near ? `did you mean "${near}"?` : `the targets are: ${names.join(", ")}`,
    );
  }
  const target: Target = {
    name: chosen,
    ...parseTarget(targets[chosen] as TargetSettings, config.root),
    report: (code, key, message, hint) =>
      document.report(document.place(["publish", chosen, key]), { code, message, hint }),
  };
  return { target, siteUrl: settings.url };
}

const BUCKETS: Readonly<Record<string, "s3" | "azure" | "gcs">> = { s3: "s3", azure: "azure", gs: "gcs" };

/** The schema has checked the form. */
function parseTarget(settings: TargetSettings, root: string): Omit<Target, "name" | "report"> {
  const { to, live = false, preview = false } = settings;
  const rest = { ...settings, url: settings.url && settleAddress(settings.url), live, preview };
  const [, scheme = "", path = ""] = /^([a-z0-9]+):(.*)$/is.exec(to) ?? [];
  if (scheme.toLowerCase() === "file")
    return { ...rest, kind: "folder", account: "", place: resolve(root, path.replace(/^\/\/(?=\/)/, "")), prefix: "" };
  const names = path.split("/").filter((name) => name !== "");
  const kind = BUCKETS[scheme.toLowerCase()] ?? "s3";
  const [account = "", place = "", ...folders] = kind === "azure" ? names : ["", ...names];
  const prefix = folders.map((folder) => `${folder}/`).join("");
  return { ...rest, kind, account, place, prefix };
}
