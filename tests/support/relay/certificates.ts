// Certificates that tests make when they run: an authority and what it vouches for, or one signed by itself. Node makes keys and signatures, the rest is a few lines of DER.
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isIP } from "node:net";

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

export interface Authority extends Certificate {
  /** A certificate for a name or an address of version 4. */
  issue(host: string): Certificate;
}

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};
const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts);
const identifier = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const text = (tag: number, value: string) => der(tag, Buffer.from(value, "latin1"));
const TRUE = Buffer.from([0x01, 0x01, 0xff]);

const ECDSA_WITH_SHA256 = sequence(identifier("2a8648ce3d040302"));
const nameOf = (name: string) => sequence(der(0x31, sequence(identifier("550403"), text(0x0c, name))));
/** The time zone of certificates is UTC. */
export const VALID_UNTIL = Date.parse("2099-12-31T23:59:59Z");
const validity = (until: number) => {
  const [digits] = new Date(until).toISOString().replace(/[-:T]/g, "").split(".");
  return sequence(text(0x17, "200101000000Z"), text(0x18, `${digits}Z`));
};
const isAuthority = sequence(identifier("551d13"), TRUE, der(0x04, sequence(TRUE)));
const isFor = (...hosts: readonly string[]) => {
  const names = hosts.map((host) =>
    isIP(host) === 4 ? der(0x87, Buffer.from(host.split(".").map(Number))) : text(0x82, host),
  );
  return sequence(identifier("551d11"), der(0x04, sequence(...names)));
};

function certify(
  subject: string,
  of: KeyObject,
  issuer: string,
  by: KeyObject,
  extension: Buffer,
  until = VALID_UNTIL,
): string {
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    nameOf(issuer),
    validity(until),
    nameOf(subject),
    of.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(extension)),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", signed, by));
  const lines =
    sequence(signed, ECDSA_WITH_SHA256, signature)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

const newKey = () => generateKeyPairSync("ec", { namedCurve: "P-256" });
const pemOf = (key: KeyObject) => String(key.export({ type: "pkcs8", format: "pem" }));

export function createAuthority(name: string): Authority {
  const own = newKey();
  return {
    cert: certify(name, own.publicKey, name, own.privateKey, isAuthority),
    key: pemOf(own.privateKey),
    issue(host) {
      const key = newKey();
      return { cert: certify(host, key.publicKey, name, own.privateKey, isFor(host)), key: pemOf(key.privateKey) };
    },
  };
}

/** For `localhost` and 127.0.0.1, and its own authority. */
export function signItself(until = VALID_UNTIL): Certificate {
  const key = newKey();
  const names = isFor("localhost", "127.0.0.1");
  return {
    cert: certify("localhost", key.publicKey, "localhost", key.privateKey, names, until),
    key: pemOf(key.privateKey),
  };
}
