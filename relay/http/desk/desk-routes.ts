// The desk over HTTP: who may open it, and errors. Its pages are in desk-pages.ts, its forms in desk-actions.ts.
import type { ErrorRequestHandler, Request, Response, Router } from "express";
import { RefusedError, StoreError } from "../../errors.ts";
import { CommandError } from "../../service/protocol.ts";
import { PAGE_STYLE } from "../pages/style.ts";
import { sendHtml, sendText, sendTo } from "../server/answer.ts";
import type { HttpParts } from "../server/http-parts.ts";
import { readBody } from "../server/read-body.ts";
import { isSame } from "../server/token-check.ts";
import { addDeskActions } from "./desk-actions.ts";
import { DESK_PATH } from "./desk-frame.ts";
import { createDeskAuth, type Desk } from "./desk-login.ts";
import { addDeskPages, type DeskLocals } from "./desk-pages.ts";
import { searchOf } from "./desk-query.ts";
import { type FailureText, renderFailurePage } from "./failure-page.ts";
import { renderLoginPage } from "./login-page.ts";

const HEADERS = {
  /** Our own style sheet and our own forms; nothing runs, nothing else loads. */
  "content-security-policy":
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "x-frame-options": "DENY",
  "x-robots-tag": "noindex, nofollow",
  /** Forms say where they come from, and links to other places do not. */
  "referrer-policy": "same-origin",
};

export function addDeskRoutes(desk: Router, parts: HttpParts, access: Desk): void {
  const { outbox, observe, clock } = parts;
  const { words } = parts.forms;
  const auth = createDeskAuth(access, parts);

  desk.use((request, response, next) => {
    if (!auth.isOpenTo(request) || !["GET", "HEAD", "POST"].includes(request.method)) return next("router");
    response.locals.route = "desk";
    response.set(HEADERS);
    next();
  });
  desk.get("/style.css", (_request, response) => sendText(response, 200, "text/css; charset=utf-8", PAGE_STYLE));

  desk.use("/login", (request, response, next) => {
    if (auth.visitorOf(request) !== null) sendTo(response, DESK_PATH);
    else if (access.token === null) sendHtml(response, 403, renderFailurePage(words(), NO_LOGIN));
    else next();
  });
  desk.get("/login", (request, response) =>
    sendHtml(response, 200, renderLoginPage(words(), null, ownPath(searchOf(request).get("back")))),
  );
  desk.post("/login", async (request, response) => {
    const fields = await readForm(request, parts.bodyMs);
    const back = ownPath(fields.back ?? null);
    if (!auth.isFromOwnPage(request)) return sendHtml(response, 403, renderLoginPage(words(), null, back));
    const result = await auth.signIn(request, fields.token ?? "");
    if (typeof result === "string") {
      observe({ type: "desk-login", outcome: result === "limited" ? "limited" : "refused" });
      return sendHtml(response, result === "limited" ? 429 : 403, renderLoginPage(words(), result, back));
    }
    observe({ type: "desk-login", outcome: "accepted" });
    await outbox.recordAction({ type: "logged-in" }, clock.now(), "desk");
    response.set("set-cookie", result.cookie);
    sendTo(response, back);
  });

  desk.use(async (request, response, next) => {
    const visitor = auth.visitorOf(request);
    if (visitor === null) {
      if (access.token === null) return sendHtml(response, 403, renderFailurePage(words(), NO_LOGIN));
      return sendTo(response, loginAddress(request));
    }
    const fields = request.method === "POST" ? await readForm(request, parts.bodyMs) : {};
    if (request.method === "POST" && !(auth.isFromOwnPage(request) && isSame(fields.csrf ?? "", visitor.csrf)))
      return sendHtml(response, 403, renderFailurePage(words(), FOREIGN_FORM));
    Object.assign(response.locals, { visitor, fields } satisfies DeskLocals);
    next();
  });
  desk.post("/logout", async (_request, response: Response<string, DeskLocals>) => {
    await outbox.recordAction({ type: "logged-out" }, clock.now(), response.locals.visitor.actor);
    response.set("set-cookie", auth.signedOut);
    sendTo(response, `${DESK_PATH}/login`);
  });
  addDeskPages(desk, parts);
  addDeskActions(desk, parts);
  desk.use(createFailureHandler(parts));
}

async function readForm(request: Request, bodyMs: number): Promise<Readonly<Record<string, string>>> {
  const { fields } = await readBody(request, bodyMs);
  if (fields === undefined) throw new RefusedError("unsupported_type", "The body is not that of a form.");
  // A field that comes again counts as it came last.
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, [text].flat().at(-1) ?? ""]));
}

function loginAddress(request: Request): string {
  const back = request.method === "POST" ? DESK_PATH : ownPath(request.originalUrl);
  return `${DESK_PATH}/login${back === DESK_PATH ? "" : `?${new URLSearchParams({ back })}`}`;
}

/** Of the desk itself, wherever an address says it leads. */
const ownPath = (address: string | null): string =>
  address !== null && /^\/desk(?:[/?][\w/.?=&%+-]*)?$/.test(address) && !address.includes("//") ? address : DESK_PATH;

const NO_LOGIN: FailureText = {
  heading: "Not signed in",
  text: "People are signed in here by the proxy in front, and it named nobody.",
  hint: "its operator can help",
};

const FOREIGN_FORM: FailureText = {
  heading: "This form cannot be accepted",
  text: "Nothing was changed: the form was not sent from the desk, or it was opened before you signed in.",
  hint: "open the page again and repeat it there",
};

const createFailureHandler =
  ({ forms, observe }: HttpParts): ErrorRequestHandler =>
  (error: unknown, _request, response, next) => {
    if (response.headersSent) return next(error);
    const { status, ...failure } = failureOf(error);
    if (status === 503) response.set("retry-after", "10");
    if (status === 500) observe({ type: "fault", where: "desk", requestId: response.locals.requestId, error });
    sendHtml(response, status, renderFailurePage(forms.words(), failure));
  };

function failureOf(error: unknown): FailureText & { readonly status: number } {
  const heading = "That did not work";
  if (error instanceof CommandError) {
    const { message: text, hint, code } = error.problem;
    return { heading, text, hint, status: code === "SUBMISSION_UNKNOWN" || code === "BLOCK_UNKNOWN" ? 404 : 400 };
  }
  if (error instanceof RefusedError) return { heading, text: error.message, hint: error.hint, status: error.status };
  // An address with a "%" that stands for no character.
  if (error instanceof URIError)
    return { heading, text: "There is no such page.", hint: "begin at the list of requests", status: 404 };
  if (error instanceof StoreError)
    return {
      heading: "The desk cannot answer now",
      text: "The relay's store cannot be used at the moment. Nothing is lost, and nothing was changed.",
      hint: "try again in a minute",
      status: 503,
    };
  return {
    heading: "The desk cannot answer now",
    text: "The relay has an internal error, which its log describes.",
    hint: null,
    status: 500,
  };
}
