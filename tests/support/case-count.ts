/** How many cases a law takes: `few` in `npm test`; up to `many` in `npm run torture`, where `--rounds 100`, the default, asks for all. */
export const caseCount = (few: number, many: number): number =>
  Math.max(few, Math.round((many * Number(process.env.LAW_ROUNDS ?? 0)) / 100));
