// The proof of a backup that was restored into a database.
import { expect, test } from "vitest";
import { identityOfStore, verifyBackup } from "../../../../../relay/store/verify-backup.ts";
import { acceptance, submission, withOutbox } from "../../../support/with-outbox.ts";

test("a restored database is read in the same way, and not changed", () =>
  withOutbox(async ({ outbox, store, clock }) => {
    await outbox.accept(acceptance({ submission: submission({ receivedAt: clock.now() }) }));
    const found = await verifyBackup(store.target, await identityOfStore(store.target));
    expect(found).toMatchObject({ submissions: 1, problems: [], isOurs: true, bytes: null, madeAt: null });
    expect(found.newestAt).toBe(clock.now());
    await store.change("UPDATE submissions SET payload = payload || ' '");
    expect((await verifyBackup(store.target, await identityOfStore(store.target))).problems).toHaveLength(1);
  }));
