// Whose configuration the report is about: the running relay's, or that of the command's environment.
import { storeHints } from "../errors.ts";
import type { CommandProblem, Finding } from "../service/protocol.ts";
import type { About } from "../upkeep/health.ts";
import { failed, ok, warning } from "./finding.ts";

export const judgedRelay = (about: About): Finding[] => [
  checkReady(about),
  ok("configuration", "that of the running relay, which did these checks"),
];

export const judgedEnvironment = ({ message, hint }: CommandProblem): Finding[] => [
  failed("relay", message, hint ?? "start the relay"),
  warning(
    "configuration",
    "That of this command's environment was checked: no relay runs that could be asked for its own.",
    "start the relay, or run the command with the relay's variables",
  ),
];

function checkReady({ version, url, ready, problem }: About): Finding {
  const which = `version ${version} at ${url}`;
  if (ready) return ok("relay", which);
  const wrong = (what: string, hint: string) => failed("relay", `${which} ${what}.`, hint);
  if (problem === null) return wrong("is not ready", "it is ending, or its store takes no writes: see its log");
  if (problem === "delivery") return wrong("cannot read its mails from the store", 'see "event":"fault" in its log');
  return wrong(`is not ready: its store is ${problem}`, storeHints[problem]);
}
