import type { Command } from "commander";
import type { Reload } from "../config/live-config.ts";
import type { CommandContext } from "./command-context.ts";
import { jsonOption } from "./options.ts";
import { relayClient } from "./relay-client.ts";
import { printDocument, say } from "./report.ts";

export function addReloadCommand(program: Command, context: CommandContext): void {
  program
    .command("reload")
    .description("make the relay read its configuration again, such as secrets in files; as SIGHUP does")
    .addOption(jsonOption())
    .action(async ({ json }: { json?: boolean }) => {
      const reload = (await relayClient(context).request("reload")) as Reload;
      if (json) printDocument(true, reload);
      else say(textOf(reload));
    });
}

export const textOf = ({ changed, needRestart }: Reload): string =>
  [
    changed.length === 0 ? "Nothing changed." : `In use now: ${changed.join(", ")}.`,
    ...(needRestart.length === 0 ? [] : [`Changed, but used only after a restart: ${needRestart.join(", ")}.`]),
  ].join("\n");
