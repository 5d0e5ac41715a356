// The options that say what is built, the same for build, check and serve. A flag overrides a variable, a variable overrides site.yaml.

import { type Command, InvalidArgumentError, Option } from "commander";
import type { CheckOptions, Engine } from "../config/resolve-config.ts";
import { hostNames } from "../hosting/hosts.ts";

type SameOptions = "siteUrl" | "relayUrl" | "relayKey" | "renderer" | "client" | "cache" | "asOf" | "drafts";

export interface InputFlags extends Pick<CheckOptions, SameOptions> {
  readonly content?: string;
  readonly templates?: string;
  readonly variant?: Record<string, string>;
}

/** For commands that read content and templates, and build nothing. */
export const addFolderOptions = (command: Command, noCacheHelp = "compile the templates again"): Command =>
  command
    .option("--content <dir>", "where the content is (default: content)")
    .option("--templates <dir>", "where the templates are (default: templates)")
    .option("--no-cache", noCacheHelp);

export const asOption = (text: string): Option => new Option("--as <host>", text).choices([...hostNames]);

export function addInputOptions(command: Command): Command {
  const engine = (flags: string, text: string, standard: Engine) =>
    new Option(flags, text).choices(["react", "preact"]).default(standard);
  return addFolderOptions(command, "compile and build everything again")
    .option("--site-url <url>", "the address the site is published under (EVENTSITE_SITE_URL)")
    .option("--relay-url <url>", "the address of the relay that receives the forms (EVENTSITE_RELAY_URL)")
    .option("--relay-key <key>", "the relay's public key (EVENTSITE_RELAY_KEY)")
    .option("--variant <page=name>", "publish another variant of a page; may be given several times", collectVariant)
    .option(
      "--as-of <date>",
      "the site of another moment, such as 2026-12-24T18:00 by the clocks of the site's time zone",
    )
    .option("--drafts", "also what is not public at that moment, marked")
    .addOption(engine("--renderer <engine>", "what renders the pages", "react"))
    .addOption(engine("--client <engine>", "what runs in the browser", "preact"));
}

function collectVariant(value: string, others: Record<string, string> = {}): Record<string, string> {
  const [page, name, ...furtherParts] = value.split("=");
  if (!page || name === undefined || furtherParts.length > 0)
    throw new InvalidArgumentError("Write it as page=name, such as home=no-form. home= is the plain page.");
  return { ...others, [page]: name };
}

/** For commands with `addFolderOptions`. */
export function foldersOf({ content: contentDir, templates: templatesDir, cache }: InputFlags) {
  return { contentDir, templatesDir, cache };
}

export function inputsOf(flags: InputFlags): CheckOptions {
  const { EVENTSITE_SITE_URL, EVENTSITE_RELAY_URL, EVENTSITE_RELAY_KEY } = process.env;
  return {
    ...foldersOf(flags),
    siteUrl: flags.siteUrl ?? (EVENTSITE_SITE_URL || undefined),
    relayUrl: flags.relayUrl ?? (EVENTSITE_RELAY_URL || undefined),
    relayKey: flags.relayKey ?? (EVENTSITE_RELAY_KEY || undefined),
    variants: flags.variant,
    renderer: flags.renderer,
    client: flags.client,
    asOf: flags.asOf,
    drafts: flags.drafts,
  };
}
