// Who gets an automatic confirmation: people, once, and nobody that would answer it or pass it round.
import { describe, expect, test } from "vitest";
import { acknowledgementKey, whyNotAcknowledged } from "../../../relay/message/acknowledgeable.ts";

const own = new Set(["website@evenhall.test", "Team@Evenhall.test"].map(acknowledgementKey));

describe("a confirmation", () => {
  test.each([
    "zoe@visitor.test",
    "info@acme.test",
    "events@acme.test",
    "zoë@exämple.test",
    "request@acme.test",
    "bouncer@club.test",
  ])("goes to %s", (address) => expect(whyNotAcknowledged(address, own)).toBeNull());

  test.each([
    "noreply@acme.test",
    "No-Reply@acme.test",
    "do_not_reply+tag@acme.test",
    "donotreply@acme.test",
    "no-reply-calendar@acme.test",
    "postmaster@acme.test",
    "MAILER-DAEMON@acme.test",
    "abuse@acme.test",
    "bounce-123-zoe=visitor.test@lists.test",
    "owner-list@lists.test",
    "list-request@lists.test",
    "SRS0=abc=de=x.test=zoe@forward.test",
  ])("never goes to %s", (address) => expect(whyNotAcknowledged(address, own)).toBe("machine-address"));

  test.each(["website@evenhall.test", "team@EVENHALL.test", "team+website@evenhall.test"])(
    "never goes back to us at %s",
    (address) => expect(whyNotAcknowledged(address, own)).toBe("own-address"),
  );
});

test("a plus sign does not make another address", () => {
  expect(acknowledgementKey("Zoe+1@Visitor.test")).toBe(acknowledgementKey("zoe+2@visitor.test"));
  expect(acknowledgementKey("zoe@visitor.test")).not.toBe(acknowledgementKey("zoe@visitor2.test"));
});
