// What a finished page refers to and offers, as our renderers write it.
import { describe, expect, test } from "vitest";
import { scanHtml } from "../../../../cli/verify/scan-html.ts";
import { createTextCache, isInternal } from "../../../../cli/verify/shared-texts.ts";
import { verifyPage } from "../../../../cli/verify/verify-page.ts";

const filesOf = ({ files }: ReturnType<typeof scanHtml>) => files.map(({ targets }) => targets);

describe("what is found in a page", () => {
  test("is nothing in text that looks like it", () => {
    const nothing = {
      targets: [],
      files: [],
      ids: [],
      idReferences: [],
      headings: [],
      hasScript: false,
      islands: [],
      grounds: [],
      preloads: [],
    };
    expect(scanHtml("")).toEqual({ ...nothing, problems: [] });
    expect(scanHtml('id="a" href="/b/" 1 < 2 and h1> &lt;a href="/c/"&gt;')).toEqual({ ...nothing, problems: [] });
    expect(scanHtml('<a data-href="/a/" hrefs="/b/" xid="c" href id>')).toEqual({ ...nothing, problems: [] });
    const held = [
      '<!-- <a href="/a/" style="x"> -->',
      '<script type="text/x">"<h1 id=a>"</script>',
      "<textarea><i id=b></textarea>",
    ];
    expect(scanHtml(held.join(""))).toEqual({ ...nothing, problems: [] });
    expect(scanHtml(`${held.join("")}<a href="/b/">`).targets).toEqual(["/b/"]);
    expect(scanHtml('<!-- <a href="/a/">')).toEqual({ ...nothing, problems: [] });
  });

  test("is the same however its attributes are written", () => {
    const html = `<A HREF = '/a/'\nid=b><a href=/c/><a\thref="/d>/"id='e'/><H2 title="it's">Words</H2>`;
    const { targets, ids, headings } = scanHtml(html);
    expect({ targets, ids, headings }).toEqual({
      targets: ["/a/", "/c/", "/d>/"],
      ids: ["b", "e"],
      headings: [{ level: 2, text: "Words" }],
    });
  });

  test("ends where the page does, in the middle of a tag too", () => {
    expect(scanHtml('<a href="/a/').targets).toEqual([]);
    expect(scanHtml('<a id="x" href="/a/"').targets).toEqual(["/a/"]);
    expect(scanHtml("<h1").headings).toEqual([{ level: 1, text: "" }]);
    expect(scanHtml("<").ids).toEqual([]);
  });

  test("has its quotes and signs as they are meant, each decoded once", () => {
    const { targets } = scanHtml(
      '<a href="/?a=1&amp;b=&quot;&#39;&lt;&gt;"></a><a href="/?c=&amp;quot;&#34;&#x22;&#x27;&#38;&#x26;"></a>',
    );
    expect(targets).toEqual([`/?a=1&b="'<>`, `/?c=&quot;""'&&`]);
  });
});

test("a srcset on many pages is read once, and gives its own files on each", () => {
  const texts = createTextCache();
  const page = (index: number) => `<source srcset="/a&amp;b-${index}.avif 480w, /b-${index}.avif 800w"/>`;
  for (const index of [...Array(2500).keys(), 0, 1, 2499])
    expect(filesOf(scanHtml(page(index), texts))).toEqual([[`/a&b-${index}.avif`, `/b-${index}.avif`]]);
  expect(scanHtml(page(7), texts).files[0]).toBe(scanHtml(page(7), texts).files[0]);
});

test("a picture on many pages gives the same links to load it, with other words on each", () => {
  const texts = createTextCache();
  const page = (alt: string) =>
    `<picture><source type="image/avif" srcset="/l.avif"/><img src="/l.jpg" alt="${alt}" fetchPriority="high"/></picture>`;
  const [first, second] = ["a", "b"].map((alt) => scanHtml(page(alt), texts).preloads[0]);
  expect(first).toEqual({ type: "image/avif", srcset: "/l.avif", sizes: undefined });
  expect(first).toBe(second);
});

test.each([
  ["/a/", true],
  ["#a", true],
  ["a:b", false],
  ["HTTPS://a.example", false],
  ["tel:+1", false],
  ["web+x.y-z:a", false],
  ["//a.example", false],
  ["/a:b", true],
  ["1:2", true],
  ["", true],
])("%j is an address of this site: %s", (target, expected) => {
  expect(isInternal(target)).toBe(expected);
});

describe("colours behind pictures", () => {
  test("are those of whole class names, each once, in attributes and in the data of islands", () => {
    const html =
      '<i class="ground-1c2838 x"></i><i class="a ground-ffffff"></i>{"className":"ground-1c2838"}<i class="my-ground-000000"></i>';
    expect(scanHtml(html).grounds).toEqual(["1c2838", "ffffff", "000000"]);
    expect(
      scanHtml('<i class="underground-1c2838 ground-1c2838f ground-1C2838 ground-12345 background-000000">').grounds,
    ).toEqual([]);
    expect(scanHtml("ground-1c2838").grounds).toEqual(["1c2838"]);
  });
});

describe("pictures to load first", () => {
  const picture = (sources: string, first = ' fetchpriority="high"') =>
    `<picture>${sources}<img src="/a.jpg" alt="" width="1" height="1"${first}/></picture>`;

  test("are those of the first format, each crop on the screens that none before it covers", () => {
    const html = picture(
      [
        '<source type="image/avif" media="(width &lt; 600px)" srcset="/s.avif 1x" sizes="100vw"/>',
        '<source type="image/avif" media="(width &lt; 900px)" srcSet="/m.avif 1x"/>',
        '<source type="image/avif" srcset="/l.avif 1x"/>',
        '<source type="image/webp" srcset="/l.webp 1x"/>',
      ].join(""),
    );
    expect(scanHtml(html).preloads).toEqual([
      { type: "image/avif", srcset: "/s.avif 1x", sizes: "100vw", media: "(width < 600px)" },
      { type: "image/avif", srcset: "/m.avif 1x", sizes: undefined, media: "(width < 900px)" },
      {
        type: "image/avif",
        srcset: "/l.avif 1x",
        sizes: undefined,
        media: "(not (width < 600px)) and (not (width < 900px))",
      },
    ]);
  });

  test("on all other screens than one, in the form that older browsers know", () => {
    const html = picture('<source media="(width < 600px)" srcset="/s.avif"/><source srcset="/l.avif"/>');
    expect(scanHtml(html.replace("<source media", "<source media")).preloads.map(({ media }) => media)).toEqual([
      "(width < 600px)",
      "not all and (width < 600px)",
    ]);
  });

  test("have no condition where there is one crop, and are the file where there is only one", () => {
    expect(scanHtml(picture('<source type="image/avif" srcset="/l.avif"/>')).preloads).toEqual([
      { type: "image/avif", srcset: "/l.avif", sizes: undefined },
    ]);
    expect(scanHtml(picture("")).preloads).toEqual([{ href: "/a.jpg" }]);
    expect(scanHtml('<picture><img alt="" fetchPriority="high"></picture>').preloads).toEqual([{ href: "" }]);
  });

  test("are none of those without the mark, nor an image outside of any picture", () => {
    const later = picture('<source srcset="/l.avif"/>', "");
    const alone = '<img src="/b.jpg" alt="" width="1" height="1" fetchpriority="high"/>';
    expect(scanHtml(later).preloads).toEqual([]);
    expect(scanHtml(alone).preloads).toEqual([]);
    expect(scanHtml(`${later}${alone}${later}`).preloads).toEqual([]);
    expect(scanHtml(`${later}<picture>${alone}`).preloads).toEqual([]);
    expect(scanHtml(picture("", ' fetchpriority="low"')).preloads).toEqual([]);
    expect(scanHtml(later + picture("") + later).preloads).toEqual([{ href: "/a.jpg" }]);
  });

  test("are listed once where a picture says it twice", () => {
    const twice =
      '<picture><source fetchpriority="high" srcset="/l.avif"/><img fetchpriority="high" src="/a.jpg" alt=""></picture>';
    expect(scanHtml(twice).preloads).toEqual([{ type: undefined, srcset: "/l.avif", sizes: undefined }]);
  });
});

describe("a picture", () => {
  const problemOf = (attributes: string) => scanHtml(`<img ${attributes}/>`).problems;

  test("needs an alternative text, which may be empty, and its size", () => {
    expect(problemOf('src="/a.png" alt width="4" height="3"')).toEqual([]);
    expect(problemOf('SRC="/a.png" ALT="" WIDTH="4" HEIGHT="3"')).toEqual([]);
    expect(problemOf('src="/assets/images/room-2-640-0123abcd.png" data-alt="x" width="4"')).toEqual([
      {
        code: "VERIFY_IMAGE",
        message:
          "The picture /assets/images/room-2-640-0123abcd.png lacks an alternative text and its width and height.",
        needle: "room-2",
      },
    ]);
    for (const size of ['width="4" height="0"', 'width="0" height="3"', 'width="x" height="3"', 'height="3"'])
      expect(problemOf(`src="/a.png" alt="" ${size}`)).toMatchObject([
        { message: "The picture /a.png lacks its width and height.", needle: "a.png" },
      ]);
    expect(problemOf('width="4" height="3"')).toMatchObject([
      { message: "The picture  lacks an alternative text.", needle: "" },
    ]);
  });

  test("is looked for under the name that it has in the content", () => {
    const needleOf = (src: string) => problemOf(`src="${src}"`)[0]?.needle;
    expect(needleOf("/assets/images/room-0123abcd.png")).toBe("room.png");
    expect(needleOf("/assets/images/room-640-0123abcd.webp")).toBe("room");
    expect(needleOf("/assets/images/room-0123abcg.png")).toBe("room-0123abcg.png");
    expect(needleOf("/a/b/room-640-0123abcd.webp.bak")).toBe("room-640.webp.bak");
  });

  test("is no other element that begins so", () => {
    expect(scanHtml('<image href="/a/"/><imgs/><i mg/>').problems).toEqual([]);
  });
});

test.each(["for", "aria-labelledby", "aria-describedby", "aria-controls"])(
  "a part that %s names must be there",
  (name) => {
    const page = scanHtml(`<h1 id="top">A</h1><i ${name}="top gone"></i>`);
    const message = 'The page names a part "gone" that it does not have.';
    expect(verifyPage([page])).toEqual([{ code: "VERIFY_BROKEN_FRAGMENT", message, needle: "gone" }]);
  },
);

test.each(["1. Introduction", "2) Introduction", "1.1 Introduction", "IV. Introduction"])(
  "a number that was typed before a numbered heading is one too many: %s",
  (typed) => {
    const page = scanHtml(`<h1>A</h1><h2>1. ${typed}</h2>`);
    const message = `The heading "1. ${typed}" has two numbers: the page counts its headings itself.`;
    const hint = "write the words alone, without the number";
    expect(verifyPage([page])).toEqual([
      { code: "VERIFY_HEADINGS", severity: "warning", message, needle: typed, hint },
    ]);
  },
);

test.each(["1. Introduction", "1. 24/7 service", "1. 2026 in numbers", "Introduction"])(
  "a heading may have one number and others in its text: %s",
  (words) => expect(verifyPage([scanHtml(`<h1>A</h1><h2>${words}</h2>`)])).toEqual([]),
);
