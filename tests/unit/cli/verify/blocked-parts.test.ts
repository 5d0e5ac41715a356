// What the policy of the pages blocks in their HTML, and what it does not.
import { expect, test } from "vitest";
import { scanHtml } from "../../../../cli/verify/scan-html.ts";

const blocked = (html: string) =>
  scanHtml(html).problems.flatMap(({ code, message }) => (code === "VERIFY_POLICY" ? [message] : []));

test.each([
  ['<p class="a" style="margin:0">', 'the inline style "margin:0" of <p>'],
  ["<P STYLE=a>", 'the inline style "a" of <p>'],
  ["<p\nstyle='a'>", 'the inline style "a" of <p>'],
  ["<style>a{}</style>", "a <style> within the page"],
  ['<link rel="stylesheet" href="/a.css">', 'the style sheet "/a.css"'],
  ["<script>1</script>", "a script within the page"],
  ['<script type="module">1</script>', "a script within the page"],
  ['<script type="text/javascript; charset=utf-8"></script>', "a script within the page"],
  ['<script async src="https://example.com/a.js"></script>', 'the script "https://example.com/a.js" of another site'],
  ['<script src="//example.com/a.js"></script>', 'the script "//example.com/a.js" of another site'],
  ['<button onclick="go()">', "the script in onclick of <button>"],
  ['<a href="javascript:history.back()">', "the script in href of <a>"],
  ['<a href=" java\nscript:go()">', "the script in href of <a>"],
  ['<iframe src="/map.html"></iframe>', "<iframe>"],
  ['<video src="/a.mp4">', "<video>"],
  ['<base href="/b/">', "<base>"],
  [
    '<img src="https://example.com/a.png" alt="" width="1" height="1">',
    'the picture "https://example.com/a.png" of another site',
  ],
  ['<source srcset="/a.png 1x, data:image/png,x 2x">', 'the picture "data:image/png,x 2x" of another site'],
])("%s is blocked", (html, what) => {
  expect(blocked(html)).toEqual([`The policy of the pages blocks ${what}.`]);
});

test.each([
  "write  style='x' nowhere, onclick=\"y\" and &lt;script&gt;",
  '<p title="write  style=&#x27;x&#x27; nowhere, onclick=y">',
  '<p data-style="x" styles=\'y\' data-onclick="z" on="a">',
  "<p title='a style=\"b\"'>",
  '<script type="application/ld+json">{}</script><script type="text/template"><p style="a"></script>',
  '<script src="/assets/a.js"></script>',
  '<a href="/javascript:x" title="javascript:x"></a><a href="https://example.com/">',
  '<link rel="preload" as="image" href="/a.png">',
  '<img src="/a.png" srcset="/a.png 1x, /b.png 2x" alt="" width="1" height="1">',
])("%s is not", (html) => {
  expect(blocked(html)).toEqual([]);
});
