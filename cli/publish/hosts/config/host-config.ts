// The configuration of each host, by name.
import { caddyConfig } from "./caddy.ts";
import { s3CloudfrontConfig } from "./cloudfront.ts";
import type { ConfigInput } from "./config-input.ts";
import { nginxConfig } from "./nginx.ts";
import { cloudflarePagesConfig, githubPagesConfig, netlifyConfig } from "./platforms.ts";

const configs = {
  nginx: nginxConfig,
  caddy: caddyConfig,
  netlify: netlifyConfig,
  "cloudflare-pages": cloudflarePagesConfig,
  "github-pages": githubPagesConfig,
  "s3-cloudfront": s3CloudfrontConfig,
} as const;

export type ConfigName = keyof typeof configs;

export const configNames = Object.keys(configs) as readonly ConfigName[];

export const hostConfigText = (name: ConfigName, input: ConfigInput): string => configs[name](input);
