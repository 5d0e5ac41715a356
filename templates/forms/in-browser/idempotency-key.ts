// The idempotency key: the relay accepts a key once, with the body of its first request.

export interface IdempotencyKey {
  readonly idempotencyKey: string;
  /** Sent along with the key; the same for every sending of it. */
  readonly elapsedMs: number;
  /** A fingerprint of what was sent: it is kept with the draft, which holds no consent. */
  readonly sent: string;
}

/** The key of the last sending where the body is the same, so that a second click cannot become a second mail; otherwise a new one. */
export function idempotencyKeyOf(last: IdempotencyKey | undefined, sent: string, elapsedMs: number): IdempotencyKey {
  const fingerprint = fingerprintOf(sent);
  if (last?.sent === fingerprint) return last;
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0"));
  return { idempotencyKey: hex.join(""), elapsedMs, sent: fingerprint };
}

/** Two hashes of 32 bits with different factors: enough to tell what one visitor sends from what they send next. */
function fingerprintOf(text: string): string {
  const hashes = [0x9e3779b1, 0x5f356495].map((factor) => {
    let hash = text.length;
    for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), factor);
    return ((hash ^ (hash >>> 15)) >>> 0).toString(16).padStart(8, "0");
  });
  return hashes.join("");
}
