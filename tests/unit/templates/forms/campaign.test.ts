import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { CAMPAIGN_LIMIT, campaignValues } from "../../../../templates/forms/campaign.ts";
import { rememberVisit, visitScripts } from "../../../../templates/forms/visit.ts";
import { CAMPAIGN_FIELDS } from "../../../../templates/model/form-fields.ts";
import { anyCharacter } from "../../../support/any-character.ts";

/** What is stored after pages were opened one after the other in one tab. */
function visited(pages: readonly (readonly [address: string, referrer?: string])[], names: readonly string[]) {
  const items = new Map<string, string>();
  for (const [address, referrer = ""] of pages) {
    vi.stubGlobal("location", new URL(address));
    vi.stubGlobal("document", { referrer });
    vi.stubGlobal("sessionStorage", {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
    });
    rememberVisit("visit", names);
  }
  return JSON.parse(items.get("visit") ?? "null");
}
afterEach(() => vi.unstubAllGlobals());

describe("the first page of a visit", () => {
  test("is remembered with its campaign and the other site's address, and later pages change nothing", () => {
    const pages = [
      ["https://www.example.com/services/?utm_source=a&utm_term=b%20c&gclid=9", "https://user@search.test:8443/x?q=1"],
      ["https://www.example.com/contact/?utm_source=z", "https://www.example.com/services/?utm_source=a"],
    ] as const;
    expect(visited(pages, CAMPAIGN_FIELDS)).toEqual({
      utm_source: "a",
      utm_term: "b c",
      landingPage: "/services/",
      referrer: "https://search.test:8443/x",
    });
    expect(visited(pages, ["utm_term"])).toEqual({ utm_term: "b c" });
  });
  test.each([["http://www.example.com/venues/"], [""], ["no address"]])("has no other site in %j", (referrer) => {
    expect(visited([["https://www.example.com/?referrer=x", referrer]], ["referrer"])?.referrer).toBeUndefined();
  });
  test("is done without where the browser stores nothing", () => {
    vi.stubGlobal("sessionStorage", undefined);
    expect(() => rememberVisit("visit", CAMPAIGN_FIELDS)).not.toThrow();
  });
});

describe("the script", () => {
  const site = (...campaigns: string[][]) =>
    ({ list: () => campaigns.map((campaign) => ({ data: { campaign } })), digest: () => "0".repeat(16) }) as never;
  test("takes what any form asks for, and is none where no form asks", () => {
    expect(visitScripts(site([], []))).toEqual([]);
    const [script] = visitScripts(site(["referrer"], ["utm_term"]));
    expect(script?.text).toMatch(/\("eventsite:visit",\["utm_term","referrer"\]\);\n$/);
    expect(script?.path).toBe("/assets/scripts/visit-0000000000000000.js");
    expect(() => new Function(script?.text ?? "")).not.toThrow();
  });
});

describe("campaign fields", () => {
  const stored = (visit: object) => JSON.stringify(visit);
  test.each(["/venues", "/venues/", "/venues/index.html"])("leave out the form's own page at %s", (landingPage) => {
    expect(campaignValues(["landingPage"], stored({ landingPage }), "/venues")).toEqual({});
    expect(campaignValues(["landingPage"], stored({ landingPage }), "/contact")).toEqual({ landingPage });
  });
  test("are those that the form lists and that have a value", () => {
    const visit = stored({ utm_source: "a", utm_term: " ", referrer: "https://b.test/" });
    expect(campaignValues(["utm_source", "utm_term", "utm_medium"], visit, "/")).toEqual({ utm_source: "a" });
    expect(campaignValues(["utm_source"], null, "/")).toEqual({});
  });
  test("are lines that the relay takes, whatever was in the address", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 700 }), (text) => {
        const { utm_source = "" } = campaignValues(["utm_source"], stored({ utm_source: text }), "/");
        expect(utm_source).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        expect(utm_source).toBe(utm_source.trim());
        expect(utm_source.length).toBeLessThanOrEqual(CAMPAIGN_LIMIT);
      }),
    );
  });
});
