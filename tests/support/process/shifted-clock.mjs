// Another day for a whole process and all that it starts: `node --import ./tests/support/process/shifted-clock.mjs?+40d` is 40 days ahead,
// `?2028-02-29T12:00Z` begins at that moment. Date moves, and the times of files with it: a file that is written now is of now.
import fs from "node:fs";
import { ServerResponse } from "node:http";
import { syncBuiltinESMExports } from "node:module";

const RealDate = Date;

// Processes and threads that start later are as far ahead as the first one.
process.env.TEST_CLOCK_OFFSET_MS ??= String(offsetOf(new URL(import.meta.url).search.slice(1)));
process.env.NODE_OPTIONS ??= `--import ${import.meta.url}`;
const offsetMs = Number(process.env.TEST_CLOCK_OFFSET_MS);

function offsetOf(clock) {
  const [, days] = /^\+(\d+)d$/.exec(clock) ?? [];
  const ms = days === undefined ? RealDate.parse(clock) - RealDate.now() : Number(days) * 86_400_000;
  if (!Number.isFinite(ms)) throw new Error(`This is no moment: ${clock}`);
  return ms;
}

globalThis.Date = class ShiftedDate extends RealDate {
  static name = "Date";
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + offsetMs);
    else super(...parts);
  }
  static now() {
    return RealDate.now() + offsetMs;
  }
};

const MOMENTS = ["atime", "mtime", "ctime", "birthtime"];

/** In whole milliseconds: a time that a test reads and sets again is then the same. */
function shiftStats(stats) {
  if (stats === undefined) return stats;
  for (const name of MOMENTS) {
    if (typeof stats[`${name}Ms`] === "bigint") {
      stats[`${name}Ms`] += BigInt(Math.round(offsetMs));
      stats[`${name}Ns`] += BigInt(Math.round(offsetMs)) * 1_000_000n;
    } else stats[`${name}Ms`] = Math.round(stats[`${name}Ms`] + offsetMs);
    const moment = Number(stats[`${name}Ms`]);
    Object.defineProperty(stats, name, { value: new RealDate(moment), configurable: true, enumerable: true });
  }
  return stats;
}

/** `utimes` takes seconds, their digits or a Date. As a Date: Node takes a negative number of seconds for "now". */
const shiftBack = (time) => new RealDate((time instanceof RealDate ? time.getTime() : Number(time) * 1000) - offsetMs);

const wrap = (holder, name, around) => {
  const real = holder[name];
  holder[name] = Object.assign(function (...args) {
    return around(real.bind(this), args);
  }, real);
};

for (const name of ["stat", "lstat", "fstat"]) {
  wrap(fs, `${name}Sync`, (real, args) => shiftStats(real(...args)));
  wrap(fs, name, (real, args) => {
    const done = args.pop();
    return real(...args, (error, stats) => done(error, shiftStats(stats)));
  });
}
for (const name of ["stat", "lstat"]) wrap(fs.promises, name, async (real, args) => shiftStats(await real(...args)));
for (const name of ["utimes", "lutimes", "futimes"]) {
  const back = (real, [file, accessed, modified, ...rest]) =>
    real(file, shiftBack(accessed), shiftBack(modified), ...rest);
  wrap(fs, `${name}Sync`, back);
  wrap(fs, name, back);
}
for (const name of ["utimes", "lutimes"])
  wrap(fs.promises, name, (real, [file, accessed, modified]) => real(file, shiftBack(accessed), shiftBack(modified)));

const probe = await fs.promises.open(process.execPath);
const FileHandle = Object.getPrototypeOf(probe);
await probe.close();
wrap(FileHandle, "stat", async (real, args) => shiftStats(await real(...args)));
wrap(FileHandle, "utimes", (real, [accessed, modified]) => real(shiftBack(accessed), shiftBack(modified)));

// What a server of this process says of the time.
const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (...args) {
  if (this.sendDate && !this.hasHeader("date")) this.setHeader("Date", new Date().toUTCString());
  return writeHead.apply(this, args);
};

syncBuiltinESMExports();
