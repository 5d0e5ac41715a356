import { defineSection, text } from "eventsite/kit";
import * as z from "zod";
import island from "./island.ts";

/** Where the relay takes requests, below its address. It answers with the page /thank-you/ or /try-again/. */
const CALL_PATH = "/functions/v1/send-contact-email";

const type = z.literal("request").describe("A form that is sent as mail.");
const labels = z.strictObject({ name: text(), email: text(), walk: text(), message: text(), send: text() });

export default defineSection({
  schema: z.strictObject({ type, heading: text(), words: text(), preview: text(), labels }),
  Component: ({ section: { heading, words, preview, labels: label }, site, page }) => {
    const { url } = site.settings.relay;
    // A preview has no relay, and sends nothing.
    const endpoint = url ? { method: "post", action: url + CALL_PATH } : { method: "dialog" };
    return (
      <section id="join" className="request" data-island={island.name} data-hydrate={island.hydrate} data-props="{}">
        <div>
          <h2>{heading}</h2>
          <p>{words}</p>
        </div>
        <form {...endpoint}>
          <label htmlFor="name">{label.name}</label>
          <input id="name" name="name" required maxLength={200} autoComplete="name" />
          <label htmlFor="email">{label.email}</label>
          <input id="email" name="email" type="email" required maxLength={254} autoComplete="email" />
          <label htmlFor="walk">{label.walk}</label>
          <select id="walk" name="eventType">
            {site.list("walks").map(({ slug, data }) => (
              <option key={slug}>{data.name}</option>
            ))}
          </select>
          <label htmlFor="message">{label.message}</label>
          <textarea id="message" name="message" rows={4} maxLength={10_000} />
          {/* People do not see it: what fills it in is a program. */}
          <input name="website" hidden tabIndex={-1} autoComplete="off" />
          <input name="form" type="hidden" value="contact" />
          <input name="page" type="hidden" value={page.path} />
          {url ? <button type="submit">{label.send}</button> : <p>{preview}</p>}
        </form>
      </section>
    );
  },
});
