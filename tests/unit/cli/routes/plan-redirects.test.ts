import { describe, expect, test } from "vitest";
import { findVanished } from "../../../../cli/routes/find-vanished.ts";
import { planRedirects, type RedirectJob } from "../../../../cli/routes/plan-redirects.ts";
import { planRoutes } from "../../../../cli/routes/plan-routes.ts";

const pathOf = (slug: string) => (slug === "home" ? "/" : `/${slug}`);
const { routes } = planRoutes(
  ["home", "404", "contact", "galas"].map((slug) => ({
    collection: "pages",
    slug,
    path: pathOf(slug),
    file: `content/pages/${slug}.yaml`,
    listed: true,
  })),
  "slash",
);

/** Each redirect as "from → to"; the source of each is its index. */
function plan(moved: readonly string[], more: Partial<RedirectJob<number>> = {}) {
  const pairs = moved.map((pair, source) => {
    const [from = "", to = ""] = pair.split(" → ");
    return { from, to, source };
  });
  const { redirects, gone, problems } = planRedirects({
    moved: pairs,
    gone: [],
    routes,
    links: "slash",
    has: (path) => path === "/guide.pdf",
    ...more,
  });
  return {
    redirects: redirects.map(({ from, to }) => `${from} → ${to}`),
    gone,
    problems: problems.map(({ code, source, part }) => `${code} ${source} ${part}`),
  };
}

describe("an old address", () => {
  test.each([
    ["/old → /contact", "/old/ → /contact/"],
    ["/old/index.html → /contact", "/old/ → /contact/"],
    ["//old//page/ → /contact/", "/old/page/ → /contact/"],
    ["/old.html → /contact#form", "/old.html → /contact/#form"],
    ["/old.pdf → /guide.pdf", "/old.pdf → /guide.pdf"],
    ["/v1.2/ → /contact?a=b", "/v1.2/ → /contact/?a=b"],
    ["/%C3%BCber → /", "/über/ → /"],
    ["/100% → /", "/100%/ → /"],
    ["/shop → https://shop.example.com/a", "/shop/ → https://shop.example.com/a"],
  ])("%s", (written, planned) => {
    expect(plan([written])).toEqual({ redirects: [planned], gone: [], problems: [] });
  });

  test("has no slash where links have none", () => {
    expect(plan(["/old/ → /contact/"], { links: "bare" }).redirects).toEqual(["/old → /contact"]);
  });

  test.each(["/contact", "/contact/", "/contact/index.html", "/CONTACT", "/", "/404", "/404.html"])(
    "cannot be that of a page: %s",
    (address) => {
      expect(plan([`${address} → /galas`])).toEqual({
        redirects: [],
        gone: [],
        problems: ["ROUTE_REDIRECT_TAKEN 0 from"],
      });
      const gone = plan([], { gone: [{ address, source: 0 }] });
      expect(gone.problems).toEqual(["ROUTE_REDIRECT_TAKEN 0 from"]);
    },
  );

  test("may be written twice if it leads to one address", () => {
    expect(plan(["/old → /contact", "/old/ → /contact/"])).toMatchObject({
      redirects: ["/old/ → /contact/"],
      problems: [],
    });
    expect(plan(["/old → /contact", "/old/ → /galas"]).problems).toEqual(["ROUTE_REDIRECT_TAKEN 1 from"]);
    expect(plan(["/old → /contact"], { gone: [{ address: "/old/", source: 1 }] }).problems).toEqual([
      "ROUTE_REDIRECT_TAKEN 1 from",
    ]);
  });
});

describe("chains", () => {
  test("are flattened, whatever their order, and keep the last fragment", () => {
    expect(plan(["/b → /c#part", "/a → /b", "/c → /galas/", "/d → /b#top"]).redirects).toEqual([
      "/a/ → /galas/#part",
      "/b/ → /galas/#part",
      "/c/ → /galas/",
      "/d/ → /galas/#part",
    ]);
  });

  test("that end in a loop are reported once, at the loop", () => {
    expect(plan(["/x → /a", "/a → /b", "/b → /A/"])).toEqual({
      redirects: [],
      gone: [],
      problems: ["ROUTE_REDIRECT_LOOP 1 to"],
    });
    expect(plan(["/a → /a/"]).problems).toEqual(["ROUTE_REDIRECT_LOOP 0 to"]);
  });

  test("that end nowhere are reported once, at their end", () => {
    expect(plan(["/x → /a", "/a → /nowhere"]).problems).toEqual(["CONTENT_UNKNOWN_ROUTE 1 to"]);
  });
});

describe("an address that was published", () => {
  const next = { routes, redirects: [{ from: "/old/", to: "/" }], gone: ["/gone"] };
  test("is reported unless it is a page, a redirect, or gone on purpose", () => {
    const published = ["/", "/contact", "/old", "/gone/", "/404.html", "/gallas/", "/services/x/y/"];
    const found = findVanished(published, next);
    expect(found.map(({ message }) => message.split(" ")[0])).toEqual(["/gallas/", "/services/x/y/"]);
    expect(found.map(({ hint }) => / to: (\S+) \}/.exec(hint ?? "")?.[1])).toEqual(["/galas", "/"]);
    expect(found.map(({ severity }) => severity)).toEqual(["error", "error"]);
  });
});
