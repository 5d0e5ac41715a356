// What came of sending one entry: it was delivered, or it failed.
import type { Delivered } from "./transports/mail-transport.ts";
import type { Failure } from "./transports/send-failure.ts";

export type SendResult =
  | { readonly delivered: Delivered; readonly failure: null }
  | { readonly delivered: null; readonly failure: Failure };
