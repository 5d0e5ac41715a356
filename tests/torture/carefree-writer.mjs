// The negative control of the power cut: the same store, set not to wait for the disk. It acknowledges each row on its output.
import { writeSync } from "node:fs";
import Database from "libsql";

const database = new Database(`${process.argv[2]}/relay.db`);
database.prepare("PRAGMA journal_mode = WAL").all();
database.prepare("PRAGMA synchronous = NORMAL").all();
database.exec(
  "CREATE TABLE submissions (id TEXT, reference TEXT, payload TEXT); CREATE TABLE entries (submission_id TEXT)",
);
const insert = database.prepare("INSERT INTO submissions VALUES (?, ?, ?)");
const entry = database.prepare("INSERT INTO entries VALUES (?)");
for (let index = 0; ; index++) {
  database.exec("BEGIN");
  insert.run(`${index}`, `${index}`, "x".repeat(400));
  entry.run(`${index}`);
  database.exec("COMMIT");
  writeSync(1, `${index}\n`);
}
