import { expect, test } from "vitest";
import { splitCommand } from "../../../../cli/serve/split-command.ts";

test.each<[string, string[]]>([
  ["code --wait", ["code", "--wait"]],
  ["  code   --wait\t-n ", ["code", "--wait", "-n"]],
  ['"/opt/my editor/code" --wait', ["/opt/my editor/code", "--wait"]],
  ["'/opt/my editor/code' --wait", ["/opt/my editor/code", "--wait"]],
  ["/opt/my\\ editor/code --wait", ["/opt/my editor/code", "--wait"]],
  ['emacsclient -a "" -c', ["emacsclient", "-a", "", "-c"]],
  [`say "it's \\"so\\"" '"x" \\y'`, ["say", `it's "so"`, '"x" \\y']],
  ['--name=" a b "c', ["--name= a b c"]],
  ['"never closed', ["never closed"]],
  ["", []],
  ["  ", []],
])("%s", (line, words) => {
  expect(splitCommand(line, "linux")).toEqual(words);
});

test("paths of Windows keep their backslashes", () => {
  expect(splitCommand('"C:\\Program Files\\Code\\code.cmd" --wait', "win32")).toEqual([
    "C:\\Program Files\\Code\\code.cmd",
    "--wait",
  ]);
});
