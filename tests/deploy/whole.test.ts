// A site of content and templates, deployed to a bucket: built, compared, changed and brought back.
import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BuildFailedError, deploy } from "../../cli/index.ts";
import { type S3Server, startS3Server } from "../support/hosts/s3-server.ts";
import { withSite } from "../support/site/with-site.ts";

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server("shop");
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: "test-key", AWS_SECRET_ACCESS_KEY: "test-secret" });
});
afterAll(() => server.close());

const REDIRECT = "x-amz-website-redirect-location";
const leadingOn = () =>
  Object.fromEntries(
    [...server.objects]
      .filter(([key, { headers }]) => REDIRECT in headers && !key.includes(".eventsite/"))
      .map(([key, { headers }]) => [key, headers[REDIRECT]]),
  );

test("the website of an S3 bucket gets objects that redirect, and pages that lead on where it has none", () =>
  withSite({}, async ({ root, edit }) => {
    server.objects.clear();
    const target = `publish:\n  live: { to: "s3://shop", endpoint: "${server.url}", as: s3-website }\n`;
    const moved = "moved:\n  - { from: /about/, to: /contact#form }\n  - { from: /old.pdf, to: /terms }\n";
    appendFileSync(join(root, "content/site.yaml"), `\n${target}${moved}`);
    const { changes } = await deploy({ root });
    expect(leadingOn()).toEqual({
      about: "/contact/#form",
      "about/index.html": "/contact/#form",
      "old.pdf": "/terms/",
    });
    expect(changes.filter(({ state }) => state === "moved").map(({ address }) => address)).toEqual(["/about/"]);
    const page = server.objects.get("about/index.html");
    expect(server.objects.get("about")?.headers["content-type"]).toBe(page?.headers["content-type"]);
    expect(await deploy({ root })).toMatchObject({ uploaded: 0, deleted: 0 });

    // The same pages, with and without redirects of their own.
    edit("content/site.yaml", /, as: s3-website/, "");
    expect(await deploy({ root })).toMatchObject({ uploaded: 1, deleted: 2 });
    expect([leadingOn(), server.objects.has("about/index.html")]).toEqual([{}, true]);
    await deploy({ root, rollback: true });
    expect(Object.keys(leadingOn()).sort()).toEqual(["about", "about/index.html", "old.pdf"]);

    server.objects.clear();
    server.knowsRedirects = false;
    edit("content/site.yaml", /s3:\/\/shop"/, 's3://shop", as: s3-website');
    await deploy({ root });
    expect(leadingOn()).toEqual({});
    expect(String(server.objects.get("about/index.html")?.bytes)).toContain("/contact/#form");
    server.knowsRedirects = true;
  }));

test("a page that moves leads on and needs no consent; one that vanishes is named with the nearest page", () =>
  withSite({}, async ({ root, edit }) => {
    appendFileSync(join(root, "content/site.yaml"), '\npublish:\n  live: { to: "file:www" }\n');
    await deploy({ root });
    edit("content/site.yaml", /^(links: .*)$/m, "$1\nmoved:\n  - { from: /about/, to: /contact/ }");
    expect((await deploy({ root })).changes).toContainEqual(
      expect.objectContaining({ state: "moved", address: "/about/", to: expect.stringMatching(/^\/contact/) }),
    );
    edit("content/site.yaml", /moved:\n.*\n/, "");
    const refused = await deploy({ root }).catch((error) => error);
    expect(refused).toBeInstanceOf(BuildFailedError);
    expect(refused.diagnostics).toMatchObject([
      { code: "ROUTE_VANISHED", message: expect.stringMatching(/^\/about\/ /) },
    ]);
    expect(existsSync(join(root, "www/about/index.html"))).toBe(true);
    await deploy({ root, gone: ["/about/"] });
    expect(existsSync(join(root, "www/about/index.html"))).toBe(false);
  }));

test("a live target refuses placeholders, unless that is meant", () =>
  withSite({}, async ({ root, edit }) => {
    appendFileSync(join(root, "content/site.yaml"), '\npublish:\n  live: { to: "file:www", live: true }\n');
    edit("content/site.yaml", /^( {2}name: .*)$/m, "$1 # placeholder");
    const refused = await deploy({ root }).catch((error) => error);
    expect(refused.diagnostics).toContainEqual(expect.objectContaining({ code: "CONTENT_PLACEHOLDER" }));
    expect(existsSync(join(root, "www"))).toBe(false);
    expect((await deploy({ root, withPlaceholders: true })).publication?.pages).toBe(6);
  }));
