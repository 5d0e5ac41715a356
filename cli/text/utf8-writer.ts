// Texts → their bytes, all in the same memory: a buffer of its own for each text would take twice the time, and leave its memory to the
// garbage collector.

const INITIAL_BYTES = 65_536;
/** A character of a string has at most so many bytes in UTF-8. */
const MOST_BYTES = 3;

/** Returns the bytes of all parts, which are valid until the next call. */
export function createUtf8Writer(): (...parts: readonly (string | Buffer)[]) => Buffer {
  let memory = Buffer.allocUnsafe(INITIAL_BYTES);
  return (...parts) => {
    const most = parts.reduce((sum, part) => sum + part.length * (typeof part === "string" ? MOST_BYTES : 1), 0);
    if (memory.length < most) memory = Buffer.allocUnsafe(2 * most);
    let end = 0;
    for (const part of parts) end += typeof part === "string" ? memory.write(part, end) : part.copy(memory, end);
    return memory.subarray(0, end);
  };
}
