// Who gets an automatic confirmation: people, once, and nobody that would answer it or pass it round.
import { describe, expect, test } from "vitest";
import { acknowledgementKey, mayBeAcknowledged } from "../../../relay/text/email-address.ts";

const own = new Set(["website@evenhall.test", "Team@Evenhall.test"].map(acknowledgementKey));

describe("a confirmation", () => {
  test.each([
    ..."zoe@visitor.test info@acme.test events@acme.test zoë@exämple.test request@acme.test bouncer@club.test".split(
      " ",
    ),
    // Parts of other words.
    ...`superowner-x@club.test my-relay-team@club.test piano-reply@club.test msrs=1@club.test`.split(" "),
  ])("goes to %s", (address) => expect(mayBeAcknowledged(address, own)).toBe(true));

  test.each(
    `No-Reply@acme.test do_not_reply+tag@acme.test no-reply-calendar@acme.test noreplies@acme.test
      donot-reply-x@acme.test do-notreply-x@acme.test never.reply-x@acme.test MAILER-DAEMON@acme.test
      mailerdaemon@acme.test abuse@acme.test postmaster+x@acme.test root@acme.test nobody@acme.test
      daemon@acme.test hostmaster@acme.test majordomo@acme.test listserv@acme.test unsubscribe@acme.test bounce@acme.test
      bounces+zoe=visitor.test@lists.test bounce-1@lists.test owner-list@lists.test prvs=abc=zoe@lists.test
      SRS0=abc=de=x.test=zoe@forward.test srs=abc=zoe@forward.test list-owner@lists.test list-request@lists.test
      list-bounce@lists.test list-bounces@lists.test list-noreply@lists.test`.split(/\s+/),
  )("never goes to %s", (address) => expect(mayBeAcknowledged(address, own)).toBe(false));

  test.each(["website@evenhall.test", "team@EVENHALL.test", "team+website@evenhall.test"])(
    "never goes back to us at %s",
    (address) => expect(mayBeAcknowledged(address, own)).toBe(false),
  );
});

test("a plus sign does not make another address", () => {
  expect(acknowledgementKey("Zoe+1@Visitor.test")).toBe(acknowledgementKey("zoe+2@visitor.test"));
  expect(acknowledgementKey("zoe@visitor.test")).not.toBe(acknowledgementKey("zoe@visitor2.test"));
});
