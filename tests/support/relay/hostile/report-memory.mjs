// Loaded into a relay before its program: reports what it holds, after a collection, when its parent asks; and once a second that its
// event loop goes on, which is the time that the relay itself has had.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

process.on("message", () => {
  collect();
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send({ memory: { held: heapUsed + external, rss, resources: process.getActiveResourcesInfo().length } });
});
setInterval(() => process.send("second"), 1000).unref();
process.channel.unref();
