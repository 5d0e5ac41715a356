// `publish` of site.yaml → the target of a command. The target knows its lines in the file.

import { resolve } from "node:path";
import type { BuildSettings } from "../../../templates/kit/index.ts";
import { settleAddress } from "../../../templates/kit/web-address.ts";
import type { Config } from "../../config/resolve-config.ts";
import { readSource } from "../../content/sources/read-source.ts";
import { openDocument } from "../../content/sources/source-document.ts";
import type { DiagnosticCode } from "../../diagnostics/codes.ts";
import { BuildFailedError, type Diagnostic, EventsiteError, isProblem } from "../../diagnostics/diagnostic.ts";
import { readSite } from "../../pipeline/load-site.ts";
import { nearest } from "../../text/suggest.ts";

/** A target of `publish` in site.yaml. */
type TargetSettings = BuildSettings["publish"][string];

/** `as` is the host whose rules the bucket follows: some hosts need further keys for pages, or have objects that redirect. */
export interface Target extends TargetSettings {
  readonly name: string;
  readonly kind: "folder" | "s3" | "azure" | "gcs";
  /** The account of a container; "" for other kinds. */
  readonly account: string;
  /** The name of the bucket or container, or the path of the folder. */
  readonly place: string;
  /** "" or a path that ends in a slash. */
  readonly prefix: string;
  readonly live: boolean;
  readonly preview: boolean;
  /** Reports a problem at the line of one of its keys. */
  report(code: DiagnosticCode, key: keyof TargetSettings, message: string, hint?: string): Diagnostic;
}

/** Default of `name`: the only target. `siteUrl` is the address in the pages. Rejects with DEPLOY_TARGET, or with all problems of site.yaml. */
export async function readTarget(config: Config, name: string | undefined) {
  const { source, settings } = await readSite(config);
  const targets = settings.publish ?? {};
  const names = Object.keys(targets);
  const file = readSource(source);
  if (isProblem(file)) throw new BuildFailedError([file]);
  const document = openDocument(file);
  const refuse = (message: string, hint: string) =>
    new BuildFailedError([
      document.report(document.place(["publish"], "key"), { code: "DEPLOY_TARGET", message, hint }),
    ]);
  if (names.length === 0)
    throw new EventsiteError("DEPLOY_TARGET", `${source.file} names no target to deploy to.`, {
      hint: "add one under `publish`, such as: live: { to: s3://BUCKET }",
    });
  const targetName = name ?? (names.length === 1 ? names[0] : undefined);
  if (targetName === undefined)
    throw refuse(`There are ${names.length} targets.`, `name one of them: ${names.join(", ")}`);
  if (!Object.hasOwn(targets, targetName)) {
    const near = nearest(targetName, names);
    throw refuse(
      `There is no target "${targetName}".`,
      near ? `did you mean "${near}"?` : `the targets are: ${names.join(", ")}`,
    );
  }
  const target: Target = {
    name: targetName,
    ...parseTarget(targets[targetName] as TargetSettings, config.root),
    report: (code, key, message, hint) =>
      document.report(document.place(["publish", targetName, key]), { code, message, hint }),
  };
  return { target, siteUrl: settings.url };
}

const BUCKETS: Readonly<Record<string, "s3" | "azure" | "gcs">> = { s3: "s3", azure: "azure", gs: "gcs" };

/** The schema has checked the form. */
function parseTarget(settings: TargetSettings, root: string): Omit<Target, "name" | "report"> {
  const { to, live = false, preview = false } = settings;
  const common = { ...settings, url: settings.url && settleAddress(settings.url), live, preview };
  const [, scheme = "", path = ""] = /^([a-z0-9]+):(.*)$/is.exec(to) ?? [];
  if (scheme.toLowerCase() === "file")
    return {
      ...common,
      kind: "folder",
      account: "",
      place: resolve(root, path.replace(/^\/\/(?=\/)/, "")),
      prefix: "",
    };
  const names = path.split("/").filter((name) => name !== "");
  const kind = BUCKETS[scheme.toLowerCase()] ?? "s3";
  const [account = "", place = "", ...folders] = kind === "azure" ? names : ["", ...names];
  const prefix = folders.map((folder) => `${folder}/`).join("");
  return { ...common, kind, account, place, prefix };
}
