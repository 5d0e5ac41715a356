// ICC profiles as cameras, screens and editors write them: three primaries and a curve, or a curve alone for gray.

type Xyz = readonly [number, number, number];

/** ICC.1:2001-04; D50, of all profiles that connect by it. */
const WHITE: Xyz = [0.9642, 1, 0.8249];

const ADOBE_RGB: readonly Xyz[] = [
  [0.60974, 0.31111, 0.01947],
  [0.20528, 0.62567, 0.06087],
  [0.14919, 0.06322, 0.74457],
];
const SRGB: readonly Xyz[] = [
  [0.43607, 0.22249, 0.01392],
  [0.38515, 0.71687, 0.09708],
  [0.14307, 0.06061, 0.7141],
];

export const adobeRgb = (): Buffer => colourProfile("RGB ", ADOBE_RGB, 2.2);
export const srgbOfGamma = (gamma: number): Buffer => colourProfile("RGB ", SRGB, gamma);
export const grayOfGamma = (gamma: number): Buffer => colourProfile("GRAY", [], gamma);

function colourProfile(space: "RGB " | "GRAY", primaries: readonly Xyz[], gamma: number): Buffer {
  const colours = ["r", "g", "b"].slice(0, primaries.length);
  const curves = space === "GRAY" ? ["k"] : colours;
  const tags: [string, Buffer][] = [
    ["desc", description("A profile of the tests")],
    ["cprt", Buffer.from("text\0\0\0\0None\0", "latin1")],
    ["wtpt", xyz(WHITE)],
    ...colours.map((name, index): [string, Buffer] => [`${name}XYZ`, xyz(primaries[index] ?? WHITE)]),
    ...curves.map((name): [string, Buffer] => [`${name}TRC`, curve(gamma)]),
  ];
  const list = Buffer.alloc(4 + tags.length * 12);
  list.writeUInt32BE(tags.length);
  const parts: Buffer[] = [];
  let at = 128 + list.length;
  for (const [index, [name, data]] of tags.entries()) {
    const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3)]);
    list.write(name, 4 + index * 12, "latin1");
    list.writeUInt32BE(at, 8 + index * 12);
    list.writeUInt32BE(data.length, 12 + index * 12);
    parts.push(padded);
    at += padded.length;
  }
  const head = Buffer.alloc(128);
  head.writeUInt32BE(at);
  head.writeUInt32BE(0x02400000, 8);
  head.write(`mntr${space}XYZ `, 12, "latin1");
  head.write("acsp", 36, "latin1");
  xyz(WHITE).copy(head, 68, 8);
  return Buffer.concat([head, list, ...parts]);
}

function xyz(values: Xyz): Buffer {
  const data = Buffer.from(`XYZ ${"\0".repeat(16)}`, "latin1");
  for (const [index, value] of values.entries()) data.writeInt32BE(Math.round(value * 65_536), 8 + index * 4);
  return data;
}

function curve(gamma: number): Buffer {
  const data = Buffer.from(`curv${"\0".repeat(10)}`, "latin1");
  data.writeUInt32BE(1, 8);
  data.writeUInt16BE(Math.round(gamma * 256), 12);
  return data;
}

/** With its empty names in other scripts. */
function description(words: string): Buffer {
  const data = Buffer.from(`desc\0\0\0\0\0\0\0\0${words}${"\0".repeat(79)}`, "latin1");
  data.writeUInt32BE(words.length + 1, 8);
  return data;
}
