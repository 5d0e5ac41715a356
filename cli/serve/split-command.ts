/** A command line → its words: blanks part them, quotes keep them together, a backslash takes the next sign as it is but in paths of Windows. */
export function splitCommand(line: string, platform: NodeJS.Platform = process.platform): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  const takesNext = (sign: string, next: string) =>
    platform !== "win32" && sign === "\\" && next !== "" && (quote === "" || (quote === '"' && '"\\'.includes(next)));
  for (let at = 0; at < line.length; at++) {
    const sign = line.charAt(at);
    if (takesNext(sign, line.charAt(at + 1))) word = (word ?? "") + line.charAt(++at);
    else if (sign === quote) quote = "";
    else if (quote !== "") word += sign;
    else if (sign === '"' || sign === "'") {
      quote = sign;
      word ??= "";
    } else if (/\s/.test(sign)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + sign;
  }
  return word === undefined ? words : [...words, word];
}
