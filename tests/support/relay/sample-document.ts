// The document of a site as its relay reads it: the four forms of the call with their choices, and a company's facts.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseDocument, type SiteDocument } from "../../../relay/words/site-document.ts";

/** For RELAY_FORMS. */
export const sampleDocumentPath = join(import.meta.dirname, "sample-document.json");

const { document, problems } = parseDocument(readFileSync(sampleDocumentPath));
if (document === null) throw new Error(problems.join("\n"));

export const sampleDocument: SiteDocument = document;
