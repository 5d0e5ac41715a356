import { hash } from "node:crypto";

export const contentHash = (content: string | Uint8Array): string => hash("sha1", content);
