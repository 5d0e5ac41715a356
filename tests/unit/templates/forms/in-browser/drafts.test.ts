import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { clearDraft, loadDraft, saveDraft } from "../../../../../templates/forms/in-browser/draft.ts";
import { createFormSession } from "../../../../../templates/forms/in-browser/form-session.ts";
import { idempotencyKeyOf } from "../../../../../templates/forms/in-browser/idempotency-key.ts";
import { projectDir } from "../../../../support/site/with-site.ts";

const NAMES = ["firstName", "email", "message"] as const;

/** As browsers keep it: what is stored are the object's own keys. */
class Memory {
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? ((this as unknown as Record<string, string>)[key] ?? null) : null;
  }
  setItem(key: string, value: string): void {
    Object.assign(this, { [key]: value });
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}

/** An empty storage, in place of the one before. */
function memory(): Memory {
  const storage = new Memory();
  vi.stubGlobal("sessionStorage", storage);
  return storage;
}

const NOW = Date.UTC(2026, 10, 21, 15);
const LIFE_MINUTES = 30;
const LIFE = LIFE_MINUTES * 60_000;
const KEY = "eventsite:draft:contact";

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a draft", () => {
  test("comes back as it was, for its own form, until it is cleared", () => {
    const storage = memory();
    const draft = { values: { firstName: "Ana", message: "a\nb" }, elapsedMs: 12, mark: undefined };
    saveDraft("contact", draft);
    expect(loadDraft("contact", NAMES)).toEqual({ draft });
    expect(loadDraft("venue", NAMES)).toEqual({});
    clearDraft("contact");
    expect(Object.keys(storage).length).toBe(0);
  });

  test("is done without where the browser stores nothing", () => {
    const denied = () => {
      throw new DOMException("denied", "SecurityError");
    };
    vi.stubGlobal("sessionStorage", new Proxy({}, { get: denied, ownKeys: denied }));
    expect(loadDraft("contact", NAMES)).toEqual({});
    expect(() => saveDraft("contact", { values: { email: "a" }, elapsedMs: 0 })).not.toThrow();
    expect(() => clearDraft("contact")).not.toThrow();
  });

  test("is read with care: whatever is stored, only text for known fields comes back", () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (stored) => {
        const storage = memory();
        storage.setItem("eventsite:draft:contact", stored);
        const { draft } = loadDraft("contact", NAMES);
        for (const [name, value] of Object.entries(draft?.values ?? {})) {
          expect(NAMES).toContain(name);
          expect(typeof value).toBe("string");
        }
      }),
    );
    const storage = memory();
    storage.setItem(
      "eventsite:draft:contact",
      `{"savedAt":${NOW},"values":{"website":"spam","email":"a@b.ca","__proto__":{"message":"x"}}}`,
    );
    expect(loadDraft("contact", NAMES).draft?.values).toEqual({ email: "a@b.ca" });
  });

  test.each(["-1", "0.5", "1e999", '"7"', "null"])("never gives back a time of %s", (elapsedMs) => {
    const storage = memory();
    const mark = `{"idempotencyKey":"a5","sent":"[]","elapsedMs":${elapsedMs}}`;
    storage.setItem(KEY, `{"savedAt":${NOW},"values":{"email":"a"},"elapsedMs":${elapsedMs},"mark":${mark}}`);
    expect(loadDraft("contact", NAMES)).toEqual({ draft: { values: { email: "a" }, elapsedMs: 0 } });
  });

  test("ends by itself some time after the last change, and takes the drafts of other forms with it", () => {
    const storage = memory();
    storage.setItem("another site's", "kept");
    for (const form of ["contact", "venue"]) saveDraft(form, { values: { email: "a" }, elapsedMs: 0 });
    vi.setSystemTime(NOW + LIFE - 1);
    expect(loadDraft("contact", NAMES).draft?.values).toEqual({ email: "a" });
    saveDraft("venue", { values: { email: "b" }, elapsedMs: 0 });
    vi.setSystemTime(NOW + LIFE);
    expect(loadDraft("talent", NAMES)).toEqual({});
    expect(Object.keys(storage)).toEqual(["another site's", "eventsite:draft:venue"]);
  });

  test.each([
    ["of before drafts had an end", '{"values":{"email":"a"}}'],
    ["of the future, after the clock was set back", `{"savedAt":${NOW + LIFE},"values":{"email":"a"}}`],
    ["that is not readable", "{"],
  ])("%s is erased", (_, stored) => {
    const storage = memory();
    storage.setItem(KEY, stored);
    expect(loadDraft("contact", NAMES).draft).toBeUndefined();
    expect(Object.keys(storage).length).toBe(0);
  });

  test("ends when the form is emptied by hand", () => {
    const storage = memory();
    saveDraft("contact", { values: { email: "a" }, elapsedMs: 0 });
    saveDraft("contact", { values: { email: "", message: "" }, elapsedMs: 9 });
    expect(Object.keys(storage).length).toBe(0);
  });

  test("ends as the manual and the privacy policy say", () => {
    for (const file of ["content/README.md", "tests/fixtures/sites/frozen/content/legal/privacy-policy.md"]) {
      const text = readFileSync(join(projectDir, file), "utf8");
      const about = text.split("\n").find((line) => line.includes("session storage")) ?? "";
      for (const words of [
        `${LIFE_MINUTES} minutes after the last change`,
        "when the request has arrived",
        "when the fields are emptied",
        "when the tab is closed",
      ])
        expect(about, file).toContain(words);
    }
  });
});

test("a session keeps nothing of fields that are not to be kept, such as consents, in draft and mark alike", () => {
  const storage = memory();
  const session = createFormSession("contact", ["email", "topics"]);
  const values = { email: "a@b.ca", topics: ["sound"], news: "I agree" };
  const mark = session.mark(values, JSON.stringify(values));
  expect(storage.getItem(KEY)).not.toContain("agree");
  const later = createFormSession("contact", ["email", "topics"]);
  expect(later.restored).toEqual({ email: "a@b.ca", topics: ["sound"] });
  expect(later.mark(values, JSON.stringify(values))).toEqual(mark);
});

describe("the mark of a submission", () => {
  test("is kept while the same is sent, so that the relay takes it once, and does not repeat what that is", () => {
    const first = idempotencyKeyOf(undefined, "Ana agrees", 3000);
    expect(idempotencyKeyOf(first, "Ana agrees", 9000)).toBe(first);
    expect(JSON.stringify(first)).not.toContain("agrees");
  });
  test("is another one as soon as something else is sent", () => {
    const first = idempotencyKeyOf(undefined, "Ana", 3000);
    const second = idempotencyKeyOf(first, "Ann", 9000);
    expect(second.idempotencyKey).not.toBe(first.idempotencyKey);
    expect(second.elapsedMs).toBe(9000);
  });
  test("has a key of 32 letters, the bytes of chance in hexadecimal digits", () => {
    vi.stubGlobal("crypto", { getRandomValues: (bytes: Uint8Array) => bytes.fill(0xa5) });
    const { idempotencyKey } = idempotencyKeyOf(undefined, "", 0);
    expect(idempotencyKey).toBe("a5".repeat(16));
  });
});
