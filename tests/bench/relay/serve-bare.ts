// What the relay is measured against: an Express handler that parses and validates the same JSON and answers without storing it.
import type { AddressInfo } from "node:net";
import express from "express";
import { OWN_FORMS } from "../../../relay/requests/own-forms.ts";
import { readRequest } from "../../../relay/requests/read-request.ts";

const app = express();
app.disable("x-powered-by").disable("etag");
app.use(express.json({ limit: "32kb" }));
app.post("/functions/v1/send-contact-email", (request, response) => {
  const read = readRequest(request.body, OWN_FORMS);
  response.json({ data: { id: `EV-0000-${read.request?.form}`, status: "accepted" }, error: null });
});
const server = app.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.once("SIGTERM", () => process.exit());
