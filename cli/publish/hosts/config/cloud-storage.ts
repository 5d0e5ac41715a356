// Google Cloud Storage and Azure Blob Storage: commands that set the bucket up, with the headers that only the CDN in front of it can send.
import { type ConfigInput, comment, hostNameOf, quote } from "./config-input.ts";

/** The name that a load balancer, a script and so on can have. */
const nameOf = (url: string): string => hostNameOf(url).replace(/[^a-z0-9]+/g, "-");

/** "Name: value" of each header that all files have: the CDN has one set for the whole site. */
const sharedHeaders = ({ headers }: ConfigInput): string[] =>
  headers
    .filter(({ path }) => path === "/*")
    .flatMap((rule) => rule.headers.map(([name, value]) => `${name}: ${value}`));

/** A script of `gcloud` commands; `relay` says where the forms are posted. */
export function gcsConfig(input: ConfigInput, relay: string): string {
  const bucket = hostNameOf(input.url);
  const name = nameOf(input.url);
  const headers = sharedHeaders(input).map((header) => ` \\\n  --custom-response-header=${quote(header)}`);
  return `${comment(`${input.url} on Google Cloud Storage, by \`eventsite host gcs\`. Save it as site.sh, run it once, and point the domain at the address of the
forwarding rule. Then, with to: gs://${bucket} in site.yaml: npx eventsite deploy
Pages at old addresses lead on; gone addresses answer 404. Caching is set on each file by the deploy, compression by the load balancer.${relay}`)}

gcloud storage buckets create gs://${bucket} --uniform-bucket-level-access
gcloud storage buckets update gs://${bucket} --web-main-page-suffix=index.html --web-error-page=404.html
gcloud storage buckets add-iam-policy-binding gs://${bucket} --member=allUsers --role=roles/storage.objectViewer
gcloud compute backend-buckets create ${name} --gcs-bucket-name=${bucket} --enable-cdn --cache-mode=USE_ORIGIN_HEADERS --compression-mode=AUTOMATIC${headers.join("")}
gcloud compute url-maps create ${name} --default-backend-bucket=${name}
gcloud compute ssl-certificates create ${name} --domains=${bucket}
gcloud compute target-https-proxies create ${name} --url-map=${name} --ssl-certificates=${name}
gcloud compute forwarding-rules create ${name} --global --target-https-proxy=${name} --ports=443 --load-balancing-scheme=EXTERNAL_MANAGED
`;
}

/** The command for the storage account, and what Front Door is to be told. */
export const azureConfig = (
  input: ConfigInput,
  relay: string,
): string => `${comment(`${input.url} on Azure Blob Storage, by \`eventsite host azure\`. Put the name of the storage account in place of ACCOUNT.
Then, with to: "azure://ACCOUNT/$web" in site.yaml: npx eventsite deploy
Pages at old addresses lead on; gone addresses answer 404. Caching is set on each file by the deploy.${relay}`)}

az storage blob service-properties update --account-name ACCOUNT --static-website --index-document index.html --404-document 404.html

${comment(`The account has no certificate for ${hostNameOf(input.url)}, compresses nothing and sends no headers of the site's own. Front Door before it does: az afd profile,
endpoint, origin-group, origin with the account's web address, custom-domain, and route with --https-redirect Enabled --enable-compression true.
Its rule set (az afd rule create --action-name ModifyResponseHeader) overwrites these headers of every answer:
${sharedHeaders(input).join("\n")}`)}
`;
