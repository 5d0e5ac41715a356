import { expect, test } from "vitest";
import { unreachableRelay } from "../../../../../cli/content/settings/relay-address.ts";
import { sourceOf } from "../../../../support/site/sources.ts";

const HERE = "localhost localhost. a.localhost 127.0.0.1 127.1.2.33 [::1] [::ffff:7f00:1] 0.0.0.0 [::]";
const ELSEWHERE = "notlocalhost localhost.example.com 127.example.com 128.0.0.1 [::2] [::ffff:8000:1]";

test.each([
  ...HERE.split(" ").map((host) => [host, "CONTENT_LOCAL_RELAY"] as const),
  ...ELSEWHERE.split(" ").map((host) => [host, "CONTENT_INSECURE_RELAY"] as const),
])("a relay at http://%s, for a public site: %s", (host, code) => {
  const relayUrl = `http://${host}`;
  const settings = { url: "https://www.example.com", relay: { url: relayUrl } };
  const options = { relayUrl, purpose: "publish" } as const;
  expect(unreachableRelay(settings, sourceOf(""), options)).toMatchObject([{ code }]);
  expect(unreachableRelay({ ...settings, url: "" }, sourceOf(""), options)).toEqual([]);
});
