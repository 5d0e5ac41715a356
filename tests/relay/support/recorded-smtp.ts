// A mail server that answers line by line as a test says, and remembers what it was sent.
import { startRawServer } from "../../support/relay/fake-smtp.ts";

/** "close" ends the connection without a word; null says nothing. */
type Answer = string | null;

/** By the first word of a line: "MAIL"; "." is the end of a mail, "greeting" comes first. `count`: how often it came over this connection. */
type Script = Readonly<Record<string, Answer | ((line: string, count: number) => Answer)>>;

const USUAL: Script = {
  greeting: "220 ready",
  EHLO: "250-test\r\n250 PIPELINING",
  DATA: "354 go on",
  QUIT: "221 bye",
};

export async function startRecordedSmtp(script: Script = {}) {
  const lines: string[] = [];
  const raw: string[] = [];
  let connections = 0;
  const server = await startRawServer((socket) => {
    connections += 1;
    const counts = new Map<string, number>();
    let isData = false;
    let rest = "";
    const say = (word: string, line = "") => {
      const count = (counts.get(word) ?? 0) + 1;
      counts.set(word, count);
      const answer = word in script ? script[word] : (USUAL[word] ?? "250 2.0.0 Ok");
      const text = typeof answer === "function" ? answer(line, count) : answer;
      if (text === "close") socket.destroy();
      else if (text !== null && text !== undefined) socket.write(`${text}\r\n`);
      return text ?? "";
    };
    socket.setEncoding("utf8");
    socket.on("data", (chunk) => {
      const [...complete] = (rest + chunk).split("\r\n");
      rest = complete.pop() ?? "";
      for (const line of complete) {
        if (isData && line !== ".") {
          raw.push(line);
          continue;
        }
        const word = isData ? "." : (line.split(/[ :]/)[0]?.toUpperCase() ?? "");
        lines.push(line);
        const said = say(word, line);
        isData = word === "DATA" && said.startsWith("354");
      }
    });
    say("greeting");
  });
  return {
    ...server,
    /** Commands, in order of all connections. */
    lines,
    /** Of all mails. */
    raw,
    connections: () => connections,
    /** Commands that begin so. */
    said: (beginning: string) => lines.filter((line) => line.startsWith(beginning)),
  };
}
