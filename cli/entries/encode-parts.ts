/** Parts of text and bytes as bytes, in memory that each call uses again: they are valid until the next call. */
export function createEncoder(): (parts: readonly (string | Buffer)[]) => Buffer {
  let room = Buffer.allocUnsafe(1 << 18);
  return (parts) => {
    // A unit of a string takes three bytes at most.
    const atMost = parts.reduce((sum, part) => sum + part.length * (typeof part === "string" ? 3 : 1), 0);
    if (atMost > room.length) room = Buffer.allocUnsafe(atMost * 2);
    let end = 0;
    for (const part of parts) {
      if (typeof part === "string") end += room.write(part, end);
      else {
        room.set(part, end);
        end += part.length;
      }
    }
    return room.subarray(0, end);
  };
}
