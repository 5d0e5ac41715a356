import { Argument, type Command } from "commander";
import { configNames } from "../publish/hosts/config/host-config.ts";
import { hostConfig } from "../publish/hosts/for-host.ts";
import { addInputOptions, inputsOf } from "./input-options.ts";
import { printResult } from "./report.ts";

export function addHostCommand(program: Command): void {
  addInputOptions(program.command("host").description("print the configuration of a host for this very site"))
    .addArgument(new Argument("<host>", "where the site is published").choices([...configNames]))
    .option(
      "--root <dir>",
      "where the site is on the server, for nginx and caddy (default: /var/www/ and its host name)",
    )
    .option("--json", "print one JSON document with the configuration")
    .action(async (host, flags) => {
      const config = await hostConfig({ ...inputsOf(flags), host, siteRoot: flags.root });
      printResult(flags.json, { host, config }, config);
    });
}
