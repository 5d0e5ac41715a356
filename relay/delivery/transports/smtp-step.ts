// One step of a dialogue with a mail server, as a promise.
import type SmtpConnection from "nodemailer/lib/smtp-connection";

/** Begins something over the connection; `done` is called at its end. */
export type Step = (begin: (done: (error?: Error | null) => void) => void) => Promise<void>;

/** The library makes no callback when the connection ends. Each step over it fails then. */
export function stepsOver(connection: SmtpConnection): Step {
  const ended = new Promise<never>((_resolve, reject) => {
    connection.on("error", reject);
    connection.once("end", () => reject(Object.assign(new Error("Connection closed"), { code: "ECONNECTION" })));
  });
  ended.catch(() => {});
  return (begin) => {
    const step = new Promise<void>((resolve, reject) => begin((error) => (error ? reject(error) : resolve())));
    return Promise.race([step, ended]);
  };
}
