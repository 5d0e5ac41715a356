// A template set with checks around its functions: it may be compiled without types, and the results are used far from there.
import * as z from "zod";
import type { TemplateSet } from "../template-set.ts";
import { checkValue } from "./check-value.ts";

const address = z.string().startsWith("/");
const files = z.array(z.looseObject({ path: address, text: z.string() }));
const icon = { path: address, src: z.string(), format: z.enum(["svg", "png", "ico"]), sizes: z.array(z.number()) };

const line = z.string().trim().min(1);
const company = { name: line, email: line, address: line };

/** The result of each function. */
const results: Readonly<Record<string, z.ZodType>> = {
  sectionTypes: z.array(z.string()),
  renderPage: z.looseObject({ lang: z.string(), body: z.array(z.unknown()) }),
  icons: z.array(z.looseObject(icon)),
  siteFiles: files,
  pageScripts: files,
  relayDocument: z.looseObject({ company: z.looseObject(company) }),
  wordmark: z.string(),
  path: address,
};

/** Where a function fails or returns something else, the error names the field; its code is BUNDLE_FAILED. Anything that is no set stays unchanged. */
export function checkedSet(set: TemplateSet): TemplateSet {
  if (!Array.isArray(set?.collections)) return set;
  const collections = set.collections.map((each) => withChecks(each, `collections.${each?.name}.`));
  return { ...withChecks(set, ""), collections };
}

function withChecks<Holder extends object>(holder: Holder, at: string): Holder {
  const calls = Object.entries({ ...holder }).flatMap(([name, call]) => {
    const schema = results[name];
    return schema && typeof call === "function" ? [[name, checked(at + name, call as Call, schema)]] : [];
  });
  return { ...holder, ...Object.fromEntries(calls) };
}

type Call = (...args: unknown[]) => unknown;

function checked(name: string, call: Call, schema: z.ZodType): Call {
  const fault = (what: string) => Object.assign(new Error(`"templates.${name}" ${what}.`), { code: "BUNDLE_FAILED" });
  return (...args) => {
    let result: unknown;
    try {
      result = call(...args);
    } catch (error) {
      // For a page, the failing line is reported instead.
      throw name === "renderPage" ? error : fault(`failed: ${error instanceof Error ? error.message : error}`);
    }
    const [issue] = checkValue(schema, result).error?.issues ?? [];
    if (issue) throw fault(`gives back something else: ${[...issue.path, issue.message].join(": ")}`);
    return result;
  };
}
