// Loaded into a relay before its program: fails where nobody catches it, when its parent asks.
process.on("message", (kind) => {
  const error = Object.assign(new Error("zoe@example.org"), { name: kind });
  if (kind === "reject") void Promise.reject(error);
  else
    setImmediate(() => {
      throw error;
    });
});
process.channel.unref();
