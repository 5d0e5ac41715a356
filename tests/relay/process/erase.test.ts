// Erasing from the command line: what would go is shown, and a person is asked; a script says --yes.
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { isConfirmed, previewOf } from "../../../relay/commands/erase.ts";
import { send, withRelayFolder } from "../support/relay-process.ts";

test("without somebody to ask nothing is erased; with --yes it is", () =>
  withRelayFolder(async ({ start, run, ask }) => {
    const relay = await start();
    await send(relay.url, {});
    for (const more of [[], ["--json"]]) {
      const { code, stdout, stderr } = await run(["erase", "--email", "zoe@visitor.ca", ...more]);
      expect([code, stdout + stderr]).toEqual([2, expect.stringContaining("give --yes")]);
    }
    const listed = (await ask("list", "--email", "zoe@visitor.ca")).submissions;
    const shown = previewOf("zoe@visitor.ca", listed);
    expect(shown).toMatch(/^1 request of zoe@visitor\.ca with 2 mails:\nREFERENCE .*\nEV-.* venue\n/);
    expect((await ask("erase", "--email", "zoe@visitor.ca", "--yes")).receipt).toMatchObject({ submissions: 1 });
    expect(previewOf("zoe@visitor.ca", (await ask("list")).submissions)).toMatch(/^Nothing of zoe/);
  }));

test.each([
  ["y\n", true],
  ["Yes\n", true],
  ["\n", false],
  ["no\n", false],
  ["yesterday\n", false],
  ["", false],
])("the answer %j is taken as %s", async (typed, expected) => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.end(typed);
  expect(await isConfirmed(input, output)).toBe(expected);
  expect(String(output.read())).toContain("[y/N]");
});
