// Posts of forms without script: the same path, and a page of the site for an answer.
import { describe, expect, test } from "vitest";
import { codeOf, ORIGIN, REQUEST, sharedRelay, type TestRelay } from "../../support/with-relay.ts";

const SITE = "https://www.example.com/events";
const THANKS = `${SITE}/thank-you/`;
const TRY_AGAIN = `${SITE}/try-again/`;
const onRelay = sharedRelay({ RELAY_SITE_URL: SITE, RELAY_PUBLIC_KEY: "sb_publishable_1" });
const onRelayWithoutSite = sharedRelay();

const encoded = { "content-type": "application/x-www-form-urlencoded" };

const latest = async ({ outbox }: TestRelay) => (await outbox.list({}, 1)).items[0]?.submission;

function formData(fields: Record<string, string | Blob>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}

/** fetch sets the type of a FormData itself, with its boundary. */
const postForm = ({ fetch }: TestRelay, body: FormData, headers: Record<string, string> = {}) =>
  fetch("/functions/v1/send-contact-email", { method: "POST", body, headers: { origin: ORIGIN, ...headers } });

describe("a plain form", () => {
  test("that is url-encoded leads to the thank-you page and is stored", () =>
    onRelay(async (relay) => {
      const body = new URLSearchParams({
        ...REQUEST,
        form: "contact",
        page: "/contact/",
        website: "",
        message: "a\r\nb & c = ü",
      });
      const answer = await relay.post(body.toString(), encoded);
      expect([answer.status, answer.headers.get("location"), answer.text]).toEqual([303, THANKS, ""]);
      expect((await latest(relay))?.fields).toEqual({ ...REQUEST, message: "a\nb & c = ü" });
      expect((await latest(relay))?.page).toBe("/contact/");
    }));

  test("that is multipart does so too, with an empty file field at most", () =>
    onRelay(async (relay) => {
      const answer = await postForm(relay, formData({ ...REQUEST, message: "多\r\n🎉", file: new Blob([]) }));
      expect([answer.status, answer.headers.get("location")]).toEqual([303, THANKS]);
      expect((await latest(relay))?.fields).toEqual({ ...REQUEST, message: "多\n🎉" });
    }));

  test.each([
    ["percent signs", "firstName=Andr%E9&message=%93Caf%e9%94+%80+5&company=Ж", encoded],
    ["raw bytes", "firstName=Andr\xe9&message=\x93Caf\xe9\x94 \x80 5&company=%D0%96", encoded],
    [
      "raw bytes, and says so",
      "firstName=Andr\xe9&message=\x93Caf\xe9\x94 \x80 5&company=%D0%96",
      { "content-type": "application/x-www-form-urlencoded; charset=ISO-8859-1" },
    ],
    [
      "parts",
      [
        ["firstName", "Andr\xe9"],
        ["message", "\x93Caf\xe9\x94 \x80 5"],
        ["company", "\xd0\x96"],
      ]
        .map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
        .concat('--b\r\nContent-Disposition: form-data; name="email"\r\n\r\nzoe@example.org\r\n--b--')
        .join(""),
      { "content-type": "multipart/form-data; boundary=b" },
    ],
  ])("whose bytes are windows-1252 or Latin-1 is read as that, text by text: %s", (how, body, headers) =>
    onRelay(async (relay) => {
      const email = how === "parts" ? "" : "&email=zoe@example.org";
      const bytes = Buffer.from(body + email, body.includes("Ж") ? "utf8" : "latin1");
      const answer = await relay.post(bytes, headers);
      expect(answer.headers.get("location")).toBe(THANKS);
      expect((await latest(relay))?.fields).toMatchObject({ firstName: "André", message: "“Café” € 5", company: "Ж" });
    }),
  );

  const part = (disposition: string, value: string, more = "") =>
    `${more}Content-Disposition: ${disposition}\r\n\r\n${value}\r\n`;
  const needed = part('form-data; name="firstName"', "Zoë");
  test.each([
    [
      "as .NET writes it",
      'multipart/form-data; boundary="0d-a1"',
      `--0d-a1\r\n${part("form-data; name=firstName", "Zoë", "Content-Type: text/plain; charset=utf-8\r\n")}--0d-a1\r\n${part("form-data; name=email", "zoe@example.org", "Content-Type: text/plain; charset=utf-8\r\n")}--0d-a1--\r\n`,
    ],
    [
      "with words before and after the parts",
      "multipart/form-data; boundary=b",
      `This is a form.\r\n\r\n--b\r\n${needed}--b\r\n${part('form-data; name="email"', "zoe@example.org")}--b--\r\nThe end.`,
    ],
    [
      "with further parameters, names in other letters, and folded headers",
      "Multipart/Form-Data; charset=utf-8; Boundary=b; x=y",
      `--b\r\n${part("Form-Data;\r\n x=1; Name=\"firstName\"; name*=utf-8''firstName", "Zoë")}--b\r\n${part('form-data; name="email"; y', "zoe@example.org")}--b--`,
    ],
    [
      "with line feeds alone",
      "multipart/form-data; boundary=b",
      `--b\r\n${needed}--b\r\n${part('form-data; name="email"', "zoe@example.org")}--b--\r\n`.replaceAll("\r", ""),
    ],
    [
      "with a boundary of many signs",
      "multipart/form-data; boundary=----=_Part_1.23",
      `------=_Part_1.23\r\n${needed}------=_Part_1.23\r\n${part('form-data; name="email"', "zoe@example.org")}------=_Part_1.23--`,
    ],
    [
      "with blanks and tabs behind its boundary lines",
      "multipart/form-data; boundary=b",
      `--b \t\r\n${needed}--b  \r\n${part('form-data; name="email"', "zoe@example.org")}--b--\t\r\nThe end.`,
    ],
    [
      "with a blank at the end of its boundary, line feeds alone and words before",
      'multipart/form-data; boundary="b c "; x=y',
      `This is a form.\n\n--b c \n${needed}--b c\n${part('form-data; name="email"', "zoe@example.org")}--b c --\n`.replaceAll(
        "\r",
        "",
      ),
    ],
    [
      "with lines in a text that begin as the boundary does",
      "multipart/form-data; boundary=b",
      `--b\r\n${needed}--b\r\n${part('form-data; name="message"', "--bc\r\n--b-- or\r\n --b")}--b\r\n${part('form-data; name="email"', "zoe@example.org")}--b--`,
    ],
    [
      "with encodings of mails",
      "multipart/form-data; boundary=b",
      `--b\r\n${part('form-data; name="firstName"', "Zo=C3=\r\n=ab", "Content-Transfer-Encoding: Quoted-Printable\r\n")}--b\r\n${part('form-data; name="email"', "em9lQGV4\r\nYW1wbGUub3Jn", "content-transfer-encoding: base64\r\n")}--b--`,
    ],
    [
      "each with its own type and character set",
      "multipart/form-data; boundary=b",
      `--b\r\n${part('form-data; name="firstName"', "Zo=EB", 'Content-Transfer-Encoding: quoted-printable\r\nContent-Type: text/plain; charset="windows-1252"\r\n')}--b\r\n${part('form-data; name="email"', "zoe@example.org", "Content-Type: text/plain;\r\n charset=iso-8859-1\r\n")}--b\r\n${part("form-data; name=company", "")}--b\r\nContent-Disposition: form-data; name=phone\r\n--b--`,
    ],
  ])("may come in parts %s", (_, type, body) =>
    onRelay(async (relay) => {
      const answer = await relay.post(Buffer.from(body), { "content-type": type });
      expect(answer.headers.get("location")).toBe(THANKS);
      expect((await latest(relay))?.fields).toMatchObject({ firstName: "Zoë", email: "zoe@example.org" });
    }),
  );

  test.each([
    ["without its last boundary line", `--b\r\n${needed}`, "", "bad_request"],
    ["cut off within a part", `--b\r\n${needed}--b\r\nContent-Disposition: form-data; na`, "", "bad_request"],
    ["without any", needed, "", "bad_request"],
    ["that names no field", part("form-data", "x"), "\r\n--b--", "bad_request"],
    ["that is no field", part('attachment; name="message"', "x"), "\r\n--b--", "bad_request"],
    ["without headers", "\r\nx", "\r\n--b--", "bad_request"],
    ["that is a file", part('form-data; name="a"; filename="a.txt"', "x"), "\r\n--b--", "unsupported_type"],
    [
      "of another character set",
      part('form-data; name="message"', "x", "Content-Type: text/plain; charset=windows-1251\r\n"),
      "\r\n--b--",
      "unsupported_type",
    ],
    [
      "that holds parts",
      part('form-data; name="a"', "x", "Content-Type: multipart/mixed; boundary=c\r\n"),
      "\r\n--b--",
      "unsupported_type",
    ],
    [
      "that is a picture",
      part('form-data; name="a"', "x", "Content-Type: image/png\r\n"),
      "\r\n--b--",
      "unsupported_type",
    ],
    [
      "of another encoding",
      part('form-data; name="message"', "x", "Content-Transfer-Encoding: x-uuencode\r\n"),
      "\r\n--b--",
      "unsupported_type",
    ],
    [
      "whose encoding is not what it says",
      part('form-data; name="message"', "~", "Content-Transfer-Encoding: base64\r\n"),
      "\r\n--b--",
      "unsupported_type",
    ],
  ])("is refused as a whole with a part %s", (_, broken, end, code) =>
    onRelay(async (relay) => {
      const before = await latest(relay);
      const fields = Object.entries(REQUEST).map(
        ([name, value]) => `--b\r\n${part(`form-data; name="${name}"`, value)}`,
      );
      const body = end === "" ? broken : `${fields.join("")}--b\r\n${broken}${end}`;
      const headers = { "content-type": "multipart/form-data; boundary=b", apikey: "sb_publishable_1" };
      expect(codeOf(await relay.post(Buffer.from(body), headers))).toBe(code);
      expect((await latest(relay))?.id).toBe(before?.id);
    }),
  );

  test.each([
    [
      "blanks behind what is no boundary line",
      (blanks: string) => `--b\r\n${part('form-data; name="a"', `\r\n--b${blanks}x`)}--b--`,
    ],
    ["blanks in a header", (blanks: string) => `--b\r\n${part(`form-data;${blanks}x`, "x")}--b--`],
    [
      "quotation marks in a header",
      (blanks: string) => `--b\r\n${part(`form-data${blanks.replaceAll("  ", ';a="\\')}`, "x")}--b--`,
    ],
    [
      "blanks in base64",
      (blanks: string) =>
        `--b\r\n${part('form-data; name="a"', `${blanks}~`, "Content-Transfer-Encoding: base64\r\n")}--b--`,
    ],
    [
      "blanks in quoted-printable",
      (blanks: string) =>
        `--b\r\n${part('form-data; name="a"', `=${blanks}x`, "Content-Transfer-Encoding: quoted-printable\r\n")}--b--`,
    ],
  ])("costs no more time than its length: %s", (_, bodyOf) =>
    onRelay(async (relay) => {
      const answer = await relay.post(bodyOf(" ".repeat(98_000)), {
        "content-type": "multipart/form-data; boundary=b",
      });
      expect(answer.headers.get("location")).toBe(TRY_AGAIN);
    }),
  );

  test("that cannot be taken leads to the page for another try, and is not stored", () =>
    onRelay(async (relay) => {
      const before = await latest(relay);
      const answers = [
        await relay.post(new URLSearchParams({ ...REQUEST, email: "nobody" }).toString(), encoded),
        await relay.post("", encoded),
        await relay.post("x=".padEnd(300_000, "x"), encoded),
        await postForm(relay, formData({ ...REQUEST, file: new Blob(["a letter"]) })),
        await relay.post("no parts at all", { "content-type": "multipart/form-data" }),
        await relay.post("--b\r\nbroken", { "content-type": "multipart/form-data; boundary=b" }),
        await relay.post(new URLSearchParams(REQUEST).toString(), { ...encoded, origin: "https://evil.example" }),
      ];
      for (const { status, headers } of answers) expect([status, headers.get("location")]).toEqual([303, TRY_AGAIN]);
      expect((await latest(relay))?.id).toBe(before?.id);
    }));

  test("never leads anywhere the request names", () =>
    onRelay(async (relay) => {
      const body = new URLSearchParams({
        ...REQUEST,
        redirect: "https://evil.example",
        _next: "//evil.example",
        page: "//evil.example",
      });
      const answer = await relay.post(`${body}`, {
        ...encoded,
        referer: "https://evil.example/",
        host: "evil.example",
      });
      expect(answer.headers.get("location")).toBe(THANKS);
    }));

  test("needs no key where its page's site is allowed, and one where nothing says where it is from", () =>
    onRelay(async ({ fetch }) => {
      const body = new URLSearchParams({ ...REQUEST, message: "No origin" });
      const { headers } = await fetch("/send-contact-email", { method: "POST", body });
      expect(headers.get("location")).toBe(TRY_AGAIN);
    }));

  test("is answered in JSON where no site is known", () =>
    onRelayWithoutSite(async ({ post }) => {
      const answer = await post(new URLSearchParams({ ...REQUEST, message: "No site" }).toString(), encoded);
      expect([answer.status, answer.body.data?.status]).toEqual([200, "accepted"]);
    }));
});

describe("a script that posts a form", () => {
  test("gets JSON, by the headers that the functions client sets", () =>
    onRelay(async (relay) => {
      const headers = { apikey: "sb_publishable_1" };
      const good = await postForm(relay, formData(REQUEST), headers);
      expect([good.status, good.body.data?.status]).toEqual([200, "accepted"]);
      const bad = await postForm(relay, formData({ ...REQUEST, file: new Blob(["a letter"]) }), headers);
      expect([bad.status, codeOf(bad)]).toEqual([415, "unsupported_type"]);
    }));

  test("gets JSON where it asks for it", () =>
    onRelayWithoutSite(async ({ post }) => {
      const answer = await post(new URLSearchParams(REQUEST).toString(), { ...encoded, accept: "application/json" });
      expect(answer.status).toBe(200);
    }));
});
