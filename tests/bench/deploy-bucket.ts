// The bucket of the bench; its address is the first line that it prints.
import { startS3Server } from "../support/s3-server.ts";

const { url } = await startS3Server("bench");
process.stdout.write(`${url}\n`);
