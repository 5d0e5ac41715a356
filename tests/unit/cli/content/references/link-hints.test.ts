// What is written in place of a link, and what the report says to write.
import { describe, expect, test } from "vitest";
import { isAllowedTarget } from "../../../../../cli/content/markdown/render-markdown.ts";
import { linkHint, routeHint } from "../../../../../cli/content/references/link-hints.ts";

const paths = new Set([
  ...["", "/contact", "/venues", "/privacy-policy", "/services", "/services/gala-dinners", "/services/trade-shows"],
  ...["/stories/trade-shows", "/downloads/planning-guide.pdf"],
]);
const site = { paths, tokens: new Map([["url", "https://www.ours.example"]]) };

describe("what is no link", () => {
  test.each([
    // A page without its slash.
    ["contact", 'did you mean "/contact"?'],
    [" contact/ ", 'did you mean "/contact"?'],
    ["./contact", 'did you mean "/contact"?'],
    ["../services/gala-dinners", 'did you mean "/services/gala-dinners"?'],
    ["services\\gala-dinners", 'did you mean "/services/gala-dinners"?'],
    ["contact.html", 'did you mean "/contact"?'],
    ["contact#form", 'did you mean "/contact"?'],
    ["gala-dinners", 'did you mean "/services/gala-dinners"?'],
    ["Gala Dinners", 'did you mean "/services/gala-dinners"?'],
    ["content/pages/contact.yaml", 'did you mean "/contact"?'],
    ["services/gala-dinners.yaml", 'did you mean "/services/gala-dinners"?'],
    ["planning-guide.pdf", 'did you mean "/downloads/planning-guide.pdf"?'],
    ["[Contact](/contact)", 'write "/contact"'],
    ['"/contact"', 'write "/contact"'],
    ["href: /contact", 'write "/contact"'],
    // Another site.
    ["www.example.com/offer", 'write "https://www.example.com/offer"'],
    ["example.com", 'write "https://example.com"'],
    ["münchen.example/a?b=c", 'write "https://münchen.example/a?b=c"'],
    ["//example.com/a", 'write "https://example.com/a"'],
    ["http:/example.com", 'write "https://example.com"'],
    ["http:example.com", 'write "https://example.com"'],
    ["https//example.com", 'write "https://example.com"'],
    ["htps://example.com", 'write "https://example.com"'],
    ["<https://example.com>", 'write "https://example.com"'],
    ["instagram.com/evenhall", 'write "https://instagram.com/evenhall"'],
    // The site itself, by its name.
    ["www.ours.example/contact", 'write "/contact"'],
    [
      "www.ours.example/gala-dinners",
      'an address in full is "https://www.ours.example/gala-dinners", and this site has no such page: did you mean "/services/gala-dinners"?',
    ],
    ['"/gala-dinners"', 'did you mean "/services/gala-dinners"?'],
    // Mail.
    ["hello@example.com", 'write "mailto:hello@example.com"'],
    ["mailto: hello@example.com", 'write "mailto:hello@example.com"'],
    ["mailto://hello@example.com", 'write "mailto:hello@example.com"'],
    ["mail:hello@example.com", 'write "mailto:hello@example.com"'],
    ["E-Mail: hello@example.com", 'write "mailto:hello@example.com"'],
    ["MAILTO:hello@example.com", 'write "mailto:hello@example.com"'],
    ["mailto: x", "write the whole of it, such as mailto:name@example.com"],
    ["mailto:", "write the whole of it, such as mailto:name@example.com"],
    // A telephone.
    ["tel:1-800-EVENTS", 'write "tel:1-800-383687"'],
    ["tel: 416 555 0142", 'write "tel:416-555-0142"'],
    ["tel:(416) 555-0142", 'write "tel:416-555-0142"'],
    ["tel:+1 (416) 555.0142", 'write "tel:+1-416-555-0142"'],
    ["tel:416-555-0142 ext 5", 'write "tel:416-555-0142"'],
    ["tel://416-555-0142", 'write "tel:416-555-0142"'],
    ["phone: 416-555-0142", 'write "tel:416-555-0142"'],
    ["416-555-0142", 'write "tel:416-555-0142"'],
    ["+1 416 555 0142", 'write "tel:+1-416-555-0142"'],
    ["tel:555", 'write "tel:555"'],
    ["tel:55", "write the whole of it, such as tel:+14165550142"],
    // What no page may carry.
    ["javascript:alert(1)", undefined],
    ["data:text/html,x", undefined],
    ["ftp://example.com/a", undefined],
    ["file:///etc/passwd", undefined],
    ["#", undefined],
    ["", undefined],
  ])("%j: %s", (written, hint) => expect(linkHint(written, site)).toBe(hint));

  test("is never answered with another mistake", () => {
    for (const written of [
      "contact",
      "www.x.example",
      "a@b.example",
      "tel:1-800-EVENTS",
      "mailto: a@b.example",
      "x y",
    ]) {
      const [, target] = /"([^"]*)"/.exec(linkHint(written, site) ?? "") ?? [];
      if (target !== undefined) expect(isAllowedTarget(target), target).toBe(true);
    }
  });
});

describe("a page that does not exist", () => {
  test.each([
    ["/gala-dinners", 'did you mean "/services/gala-dinners"?'],
    ["/gala-diner", 'did you mean "/services/gala-dinners"?'],
    ["/services/galadinners", 'did you mean "/services/gala-dinners"?'],
    ["/pages/contact", 'did you mean "/contact"?'],
    ["/Contact", 'did you mean "/contact"?'],
    ["/contact-us", 'did you mean "/contact"?'],
    ["/privacy", 'did you mean "/privacy-policy"?'],
    ["/services/venues", 'did you mean "/venues"?'],
    ["/events/trade-shows", 'did you mean "/services/trade-shows" or "/stories/trade-shows"?'],
    ["/index.html", 'did you mean "/"?'],
    ["/contact/index", 'did you mean "/contact"?'],
  ])("%s: %s", (target, hint) => expect(routeHint(target, paths)).toBe(hint));

  test("that shares words with another is answered with that and all pages there are, and no files", () => {
    const pages = [...paths].filter((path) => !path.endsWith(".pdf")).map((path) => path || "/");
    expect(routeHint("/services/gala-nights", paths)).toBe(
      `"/services/gala-dinners" shares words with it; or another of its pages: ${pages.join(", ")}`,
    );
  });

  test.each(["/zzz", "/services/gala-nights", "/404", "/x/y/z"])(
    "%s is never answered with taking it out",
    (target) => {
      expect(routeHint(target, paths)).not.toContain("take");
    },
  );
});
