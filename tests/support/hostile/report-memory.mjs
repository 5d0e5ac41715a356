// Loaded into a relay before its program: says what it holds, after a collection, when its parent asks.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

process.on("message", () => {
  collect();
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send({ held: heapUsed + external, rss, resources: process.getActiveResourcesInfo().length });
});
process.channel.unref();
