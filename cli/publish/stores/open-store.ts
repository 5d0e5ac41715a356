// A target → its store. A refusal is reported with a hint, at the line of site.yaml that it is about.
import type { DiagnosticCode } from "../../diagnostics/codes.ts";
import { BuildFailedError } from "../../diagnostics/diagnostic.ts";
import { openAzure } from "./azure-store.ts";
import { openFolder } from "./folder-store.ts";
import { openGcs } from "./gcs-store.ts";
import { openS3 } from "./s3-store.ts";
import { type StoreProblem, type TargetStore, TargetStoreError } from "./store.ts";
import type { Target } from "./target.ts";

interface Explained {
  readonly code: DiagnosticCode;
  /** The line that it is about. Default: "to". */
  readonly key?: "endpoint" | "region";
  message(target: Target, detail: string): string;
  hint(target: Target, detail: string): string;
}

const AGAIN = "deploy again, which continues where this one stopped; the site that visitors see is whole";
const CREDENTIALS: Readonly<Record<Target["kind"], string>> = {
  s3: "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a profile named in AWS_PROFILE",
  azure: "AZURE_STORAGE_CONNECTION_STRING, AZURE_STORAGE_KEY or AZURE_STORAGE_SAS_TOKEN",
  gcs: "GOOGLE_APPLICATION_CREDENTIALS, or run `gcloud auth application-default login`",
  folder: "the user",
};
const RIGHTS: Readonly<Record<Target["kind"], string>> = {
  s3: "allow s3:ListBucket for the bucket, and s3:GetObject, s3:PutObject and s3:DeleteObject below the prefix",
  azure: "use the account's key, or a token that may read, add, create, write, delete and list (sp=racwdl)",
  gcs: "give the account the role Storage Object Admin for this bucket (roles/storage.objectAdmin)",
  folder: "give this user the right to write there",
};

const PROBLEMS: Readonly<Record<StoreProblem, Explained>> = {
  bucket: {
    code: "DEPLOY_BUCKET",
    message: ({ kind, place }) =>
      kind === "folder"
        ? `The folder around ${place} does not exist.`
        : `There is no ${kind === "azure" ? "container" : "bucket"} "${place}".`,
    hint: ({ kind }) =>
      kind === "folder"
        ? "create it, or correct the path"
        : "create it, or correct its name, its region or its endpoint",
  },
  clock: {
    code: "DEPLOY_CLOCK",
    message: (_, detail) => `The clock of this machine is wrong: the service refuses what it signs. ${detail}.`,
    hint: () => "set the clock, or switch on its synchronisation, and deploy again",
  },
  conflict: {
    code: "DEPLOY_BUSY",
    message: ({ to }) => `Something else is writing to ${to}.`,
    hint: () => "wait until it is done, then deploy again",
  },
  credentials: {
    code: "DEPLOY_CREDENTIALS",
    message: (_, detail) => `No valid credentials. ${detail}.`,
    hint: ({ kind }) => `set ${CREDENTIALS[kind]}; check that they are current and belong to this service`,
  },
  full: {
    code: "DEPLOY_FULL",
    message: ({ to }, detail) => `There is no more space in ${to}. ${detail}.`,
    hint: () => `make space, then ${AGAIN}`,
  },
  obstructed: {
    code: "DEPLOY_FAILED",
    message: (_, detail) => `Something else is in the way. ${detail}.`,
    hint: () => "move it away, or correct the path of the target, then deploy again",
  },
  package: {
    code: "DEPLOY_PACKAGE",
    message: (_, detail) => `Targets of this kind need the package ${detail}, which is not installed.`,
    // The latest version needs a newer Node than this program does.
    hint: (_, detail) => `run \`npm install ${detail}${detail === "google-auth-library" ? "@10" : ""}\``,
  },
  protocol: {
    code: "DEPLOY_UNREACHABLE",
    key: "endpoint",
    message: ({ endpoint, to }, detail) => `${endpoint ?? to} does not answer as a storage service. ${detail}.`,
    hint: () => "check the address, its port and whether it is http or https",
  },
  region: {
    code: "DEPLOY_BUCKET",
    key: "region",
    message: ({ place, region }, detail) =>
      `The bucket "${place}" is not in the region ${region ?? "us-east-1"}. ${detail}.`,
    hint: () => "write the region of the bucket as `region`",
  },
  rights: {
    code: "DEPLOY_RIGHTS",
    message: ({ to }, detail) => `The credentials have no right to do this in ${to}. ${detail}.`,
    hint: ({ kind }) => RIGHTS[kind],
  },
  throttled: {
    code: "DEPLOY_THROTTLED",
    message: (_, detail) => `The service refused requests because there were too many, again and again. ${detail}.`,
    hint: () => `wait a few minutes, then ${AGAIN}`,
  },
  transfer: {
    code: "DEPLOY_UNREACHABLE",
    key: "endpoint",
    message: (_, detail) => `The service failed in the middle of its work, again and again. ${detail}.`,
    hint: () => AGAIN,
  },
  unreachable: {
    code: "DEPLOY_UNREACHABLE",
    key: "endpoint",
    message: ({ endpoint, to }, detail) => `${endpoint ?? to} cannot be reached. ${detail}.`,
    hint: () => `check the address and the network connection, then ${AGAIN}`,
  },
  other: {
    code: "DEPLOY_FAILED",
    message: (_, detail) => `The deploy stopped. ${detail}.`,
    hint: () => AGAIN,
  },
};

/** Runs work on a target. Rejects with BuildFailedError if its store refuses. */
export async function explainingStore<Result>(target: Target, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof TargetStoreError)) throw error;
    const { problem, detail } = error;
    const { code, key = "to", message, hint } = PROBLEMS[problem];
    throw new BuildFailedError([target.report(code, key, message(target, detail), hint(target, detail))]);
  }
}

const OPENERS = { azure: openAzure, gcs: openGcs, s3: openS3, folder: ({ place }: Target) => openFolder(place) };

/** Runs work with the store of a target, which is closed at the end. */
export const withStore = <Result>(target: Target, root: string, run: (store: TargetStore) => Promise<Result>) =>
  explainingStore(target, async () => {
    const store = await OPENERS[target.kind](target, root);
    return run(store).finally(() => store.close?.());
  });
