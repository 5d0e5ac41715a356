// Where forms are sent must be known, and be an address that browsers send to: else the build fails, at its line.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type BuildFailedError, build, check, serve } from "../../cli/index.ts";
import { stampsOf } from "../support/process/command.ts";
import { small, withSite } from "../support/site/with-site.ts";

const valid = small("site.yaml");
const lineOf = (text: string) => valid.split("\n").findIndex((line) => line.includes(text)) + 1;

test("a site without https may have a relay without it, and the address of a command is judged as well", async () => {
  const codes = (options: { siteUrl?: string; relayUrl: string }) =>
    withSite({}, async ({ root }) => (await check({ root, ...options })).diagnostics.map(({ code }) => code));
  expect(await codes({ siteUrl: "http://preview.test", relayUrl: "http://relay.test" })).toEqual([]);
  expect(await codes({ relayUrl: "http://relay.test" })).toEqual(["CONTENT_INSECURE_RELAY"]);
});

test.each<[siteUrl: string, codes: string[]]>([
  ["https://example.com", ["CONTENT_LOCAL_RELAY"]],
  ["http://[::1]:4321", []],
])("a relay on this machine, for a site at %s, is reported by check and build: %j", (siteUrl, codes) =>
  withSite({}, async ({ root }) => {
    const options = { root, siteUrl, relayUrl: "http://localhost:8787" };
    const { diagnostics } = await check(options);
    const built = await build(options).catch((error: BuildFailedError) => error);
    const ofBuild = "diagnostics" in built ? built.diagnostics : built.warnings;
    for (const found of [diagnostics, ofBuild]) expect(found.map(({ code }) => code)).toEqual(codes);
  }),
);

test("serving takes any relay, into a folder of its own; what build wrote stays, and build is not misled", () =>
  withSite({}, async ({ root }) => {
    await build({ root });
    const before = stampsOf(join(root, "dist"));
    const options = { root, relayUrl: "http://localhost:8787", port: 0 };
    for (const watch of [false, true]) {
      const server = await serve({ ...options, watch });
      expect(await (await fetch(`${server.url}/contact/`)).text()).toContain("http://localhost:8787/functions/");
      await server.close();
    }
    expect(stampsOf(join(root, "dist"))).toEqual(before);
    expect(readdirSync(root).sort()).toEqual([".eventsite", "content", "dist"]);
    expect(existsSync(join(root, ".eventsite/serve/contact/index.html"))).toBe(true);
    // The same inputs in the same folder: what serve wrote there is nothing that build may keep.
    const outDir = join(root, "out");
    await (await serve({ ...options, outDir })).close();
    await expect(build({ ...options, outDir })).rejects.toMatchObject({
      diagnostics: [{ code: "CONTENT_LOCAL_RELAY" }],
    });
  }));

test("a build warns that the relay's address is a placeholder, each time, and check leaves that to a release", () => {
  const unready = valid.replace(/(relay:\n {2}url: \S+).*\n/, "$1 # placeholder\n");
  return withSite({ "content/site.yaml": unready }, async ({ root }) => {
    const warning = {
      code: "CONTENT_PLACEHOLDER",
      severity: "warning",
      file: "content/site.yaml",
      line: lineOf("relay:") + 1,
      message: expect.stringContaining("would reach nobody"),
    };
    for (const _ of ["the first build", "another one"])
      expect((await build({ root })).warnings).toMatchObject([warning]);
    expect((await check({ root })).diagnostics).toEqual([]);
    expect((await check({ root, release: true })).diagnostics).toMatchObject([
      { ...warning, severity: "error", message: expect.any(String) },
    ]);
    // An address that is given on the command line is meant.
    expect((await build({ root, relayUrl: "https://relay.northlight.ca" })).warnings).toEqual([]);
  });
});
