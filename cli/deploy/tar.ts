// Files → a tar archive, as any tar reads it. Names are short and plain.

const BLOCK = 512;
const MODE = "0000644\0";
const NO_OWNER = "0000000\0";

export function tarOf(files: readonly { readonly name: string; readonly bytes: Buffer }[]): Buffer {
  const blocks = files.flatMap(({ name, bytes }) => [
    headerOf(name, bytes.length),
    bytes,
    Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK),
  ]);
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
}

/** The format ustar; the sum of the header is counted with spaces in its own place. */
function headerOf(name: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0);
  header.write(MODE, 100);
  header.write(NO_OWNER, 108);
  header.write(NO_OWNER, 116);
  header.write(`${size.toString(8).padStart(11, "0")}\0`, 124);
  header.write("00000000000\0", 136);
  header.write(" ".repeat(8), 148);
  header.write("0", 156);
  header.write("ustar\x0000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}
