// Every code point there is, halves of pairs among them. fast-check's own unit "binary" is the same, and takes five seconds to be made.
import fc from "fast-check";

export const anyCharacter = fc.nat(0x10ffff).map((point) => String.fromCodePoint(point));
