// A checker for Stryker that lets a share of the changes through: MUTANT_SHARE percent, chosen by their place and text and so the same in
// each run. The others count as errors, which are outside of the score.
import { createHash } from "node:crypto";
import { basename } from "node:path";

const share = Number(process.env.MUTANT_SHARE) / 100;
/** Nothing for the first sample. */
const seed = process.env.MUTANT_SEED ? [process.env.MUTANT_SEED] : [];

const isChosen = ({ fileName, location, replacement }) => {
  const hash = createHash("sha256")
    .update(JSON.stringify([basename(fileName), location, replacement, ...seed]))
    .digest();
  return hash.readUInt32BE() / 2 ** 32 < share;
};

const createChecker = () => ({
  init: async () => {},
  group: async (mutants) => [mutants.map(({ id }) => id)],
  check: async (mutants) =>
    Object.fromEntries(
      mutants.map((mutant) => [
        mutant.id,
        isChosen(mutant) ? { status: "passed" } : { status: "compileError", reason: "not in the sample" },
      ]),
    ),
});

export const strykerPlugins = [{ kind: "Checker", name: "sample", factory: createChecker }];
