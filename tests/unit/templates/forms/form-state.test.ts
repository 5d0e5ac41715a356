import { expect, test } from "vitest";
import { dayIn, type FormEvent, initialState, nextState } from "../../../../templates/forms/form-state.ts";

const after = (...events: FormEvent[]) => events.reduce(nextState, initialState);
const missing = (field: "email" | "phone") => ({ field, kind: "missing" as const });

test("a request that is sent ends idle, with its reference", () => {
  const state = after(
    { type: "sending" },
    { type: "retrying", attempt: 2, attempts: 4 },
    { type: "sent", reference: "EV-1" },
  );
  expect(state).toEqual({
    room: {},
    isSending: false,
    problems: [],
    refusals: 0,
    outcome: { isSent: true, reference: "EV-1" },
  });
});

test("a request that fails ends idle and says so until the next is sent", () => {
  const failed = after({ type: "sending" }, { type: "failed", problems: [] });
  expect(failed).toMatchObject({ isSending: false, outcome: { isSent: false } });
  expect(nextState(failed, { type: "sending" })).toEqual({ room: {}, isSending: true, problems: [], refusals: 0 });
});

test("the reference of a request that arrived stays until the next is on its way, whatever is refused meanwhile", () => {
  const refused = after({ type: "sent", reference: "EV-1" }, { type: "refused", problems: [missing("email")] });
  expect(refused.outcome).toEqual({ isSent: true, reference: "EV-1" });
  expect(nextState(refused, { type: "sending" }).outcome).toBeUndefined();
});

test("problems stay until each is in order, and no field is added while one types", () => {
  const refused = after({ type: "refused", problems: [missing("email"), missing("phone")] });
  const typed = nextState(refused, { type: "rechecked", field: "email", problem: { field: "email", kind: "email" } });
  expect(typed.problems).toEqual([{ field: "email", kind: "email" }, missing("phone")]);
  const right = nextState(typed, { type: "rechecked", field: "email" });
  expect(right.problems).toEqual([missing("phone")]);
  expect(after({ type: "rechecked", field: "phone", problem: missing("phone") }).problems).toEqual([]);
});

test("each refusal is counted, so that the first problem gets the focus again", () => {
  const once = after({ type: "refused", problems: [missing("email")] });
  expect(nextState(once, { type: "refused", problems: [missing("email")] }).refusals).toBe(2);
  expect(after({ type: "failed", problems: [missing("email")] }).refusals).toBe(1);
});

test("the earliest day and the room left stay through all of it, until the form is empty again", () => {
  const typed = after({ type: "dated", earliest: "2026-11-21" }, { type: "measured", room: { message: 12 } });
  const failed = [{ type: "sending" }, { type: "failed", problems: [] }] as const;
  expect(failed.reduce(nextState, typed)).toMatchObject({ earliest: "2026-11-21", room: { message: 12 } });
  expect(nextState(typed, { type: "sent" })).toMatchObject({ earliest: "2026-11-21", room: {} });
});

test.each([
  ["2026-11-21T04:59:00Z", "2026-11-20"],
  ["2026-11-21T05:00:00Z", "2026-11-21"],
  ["2026-07-01T03:59:00Z", "2026-06-30"],
  ["2026-07-01T04:00:00Z", "2026-07-01"],
  ["2027-01-01T00:30:00Z", "2026-12-31"],
])("at %s it is %s in Toronto", (moment, day) => {
  expect(dayIn("America/Toronto", new Date(moment))).toBe(day);
});
