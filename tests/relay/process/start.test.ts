// What a relay says of itself at its start: which version it is, and where it is found.
import { expect, test } from "vitest";
import { CALL_PATH } from "../../../relay/contract.ts";
import { version } from "../../../relay/version.ts";
import { withRelayFolder } from "../support/relay-process.ts";

test("its version is printed, in the first line of the log, and a metric; the desk is named as the office opens it", () =>
  withRelayFolder(async ({ start, run }) => {
    expect(await run(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
    const relay = await start({
      RELAY_CONTROL_PORT: "0",
      RELAY_CONTROL_TOKEN: "a-code-for-the-office",
      RELAY_DESK_URL: "https://desk.example.com",
    });
    await expect.poll(() => relay.log()).toContain("\n");
    const [first = ""] = relay.log().split("\n");
    expect(JSON.parse(first)).toMatchObject({ event: "starting", version, node: process.versions.node });
    const [, metricsUrl = ""] = /metrics are at (\S+)/.exec(relay.said()) ?? [];
    expect(await (await fetch(metricsUrl)).text()).toContain(`\nrelay_build_info{version="${version}"} 1\n`);
    expect(relay.said()).toMatch(/The desk of the office is at https:\/\/desk\.example\.com\/desk \(here http:/);
  }));

test("as a program in one file, it reads a form in parts", () =>
  withRelayFolder(async ({ start }) => {
    const relay = await start();
    const body = new FormData();
    for (const [name, value] of [
      ["firstName", "Zoë"],
      ["email", "zoe@example.org"],
    ] as const)
      body.append(name, value);
    const answer = await fetch(relay.url + CALL_PATH, { method: "POST", body });
    expect([answer.status, await answer.json()]).toMatchObject([200, { data: { status: "accepted" } }]);
  }));
