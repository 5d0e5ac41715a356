// Buckets behind a CDN: the bucket answers with files, the CDN with headers, redirects, 404 and certificates.
import { CACHE_CONTROL } from "../../emit/file-headers.ts";
import { encodeTarget, spellings } from "../../emit/redirect-files.ts";
import { type ConfigInput, comment, hostNameOf, relayPlace, rulesByHeader } from "./config-input.ts";

const relayNote = (input: ConfigInput): string =>
  relayPlace(input).kind === "none"
    ? ""
    : `\nForms are posted to ${input.relayUrl}: the relay runs beside this, behind a proxy (\`eventsite host nginx\` prints one).`;

/** Headers for every file. Those of single files, such as the policy of pictures, need a rule of their own there. */
export const sharedHeaders = (input: ConfigInput): [string, string][] =>
  [...rulesByHeader(input.headers)].flatMap(([name, rules]): [string, string][] => {
    const value = rules.find(({ path }) => path === "/*")?.value;
    return value === undefined ? [] : [[name, value]];
  });

const shellQuote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A script of gcloud commands. */
export function gcsConfig(input: ConfigInput): string {
  const host = hostNameOf(input.url);
  const name = host.replaceAll(".", "-");
  const headers = sharedHeaders(input).map(
    ([header, value]) => `  --custom-response-header=${shellQuote(`${header}: ${value}`)}`,
  );
  const rules = input.redirects.map(({ from, to }) => pathRule(spellings(from), encodeTarget(to)));
  const matcher =
    rules.length === 0
      ? ""
      : `hostRules:
  - hosts: ["*"]
    pathMatcher: site
pathMatchers:
  - name: site
    defaultService: global/backendBuckets/${name}
    pathRules:
${rules.join("")}`;
  return `#!/bin/sh
${comment(`${input.url} on Google Cloud Storage behind a load balancer, by \`eventsite host gcs\`. Run it once, and again when addresses or headers change.
The load balancer has the certificate, the headers and the redirects; gone addresses answer 404.${relayNote(input)}`)}
set -eu
gcloud storage buckets describe gs://${host} >/dev/null 2>&1 || gcloud storage buckets create gs://${host} --uniform-bucket-level-access
gcloud storage buckets update gs://${host} --web-main-page-suffix=index.html --web-error-page=404.html
gcloud storage buckets add-iam-policy-binding gs://${host} --member=allUsers --role=roles/storage.objectViewer

gcloud compute backend-buckets describe ${name} >/dev/null 2>&1 || gcloud compute backend-buckets create ${name} --gcs-bucket-name=${host}
gcloud compute backend-buckets update ${name} --enable-cdn --cache-mode=USE_ORIGIN_HEADERS --compression-mode=AUTOMATIC \\
${headers.join(" \\\n")}

gcloud compute url-maps import ${name} --global --quiet --source=- <<'URL_MAP'
name: ${name}
defaultService: global/backendBuckets/${name}
${matcher}URL_MAP

gcloud compute ssl-certificates describe ${name} >/dev/null 2>&1 || gcloud compute ssl-certificates create ${name} --domains=${host}
gcloud compute target-https-proxies describe ${name} >/dev/null 2>&1 || gcloud compute target-https-proxies create ${name} --url-map=${name} --ssl-certificates=${name}
gcloud compute forwarding-rules describe ${name} --global >/dev/null 2>&1 || gcloud compute forwarding-rules create ${name} --global --target-https-proxy=${name} --ports=443 --load-balancing-scheme=EXTERNAL_MANAGED
`;
}

function pathRule(paths: readonly string[], to: string): string {
  const [, host, path] = /^https?:\/\/([^/?#]+)(.*)$/.exec(to) ?? [undefined, undefined, to];
  const lines = [
    ...(host === undefined ? [] : [`hostRedirect: ${JSON.stringify(host)}`]),
    `pathRedirect: ${JSON.stringify((path || "/").replace(/[?#].*$/, ""))}`,
    "redirectResponseCode: MOVED_PERMANENTLY_DEFAULT",
  ];
  return `      - paths: ${JSON.stringify(paths)}\n        urlRedirect:\n${lines.map((line) => `          ${line}\n`).join("")}`;
}

/** A script of az commands. */
export function azureConfig(input: ConfigInput): string {
  const host = hostNameOf(input.url);
  const header = ([name, value]: [string, string], index: number) =>
    `az afd rule create --resource-group "$GROUP" --profile-name "$PROFILE" --rule-set-name headers --rule-name h${index} --order ${index + 1} \\
  --match-variable RequestScheme --operator Equal --match-values HTTPS \\
  --action-name ModifyResponseHeader --header-action Overwrite --header-name ${name} --header-value ${shellQuote(value)}`;
  const redirect = ({ from, to }: ConfigInput["redirects"][number], index: number) => {
    const target = encodeTarget(to);
    const [, other, path = "/"] = /^https?:\/\/([^/?#]+)(\/[^?#]*)?/.exec(target) ?? [];
    const where =
      other === undefined
        ? `--custom-path ${shellQuote(target.replace(/[?#].*$/, ""))}`
        : `--custom-hostname ${other} --custom-path ${shellQuote(path)}`;
    return `az afd rule create --resource-group "$GROUP" --profile-name "$PROFILE" --rule-set-name moved --rule-name m${index} --order ${index + 1} \\
  --match-variable UrlPath --operator Equal --match-values ${spellings(from)
    .map((each) => shellQuote(each.slice(1)))
    .join(" ")} \\
  --action-name UrlRedirect --redirect-protocol Https --redirect-type Moved ${where}`;
  };
  return `#!/bin/sh
${comment(`${input.url} on Azure Blob Storage behind Front Door, by \`eventsite host azure\`. Run it once: ACCOUNT=… GROUP=… PROFILE=… ENDPOINT=… sh azure.sh
The storage account serves index.html for folders and 404.html for unknown addresses; Front Door has the certificate, the headers, the
redirects and the compression. Without Front Door the pages at old addresses lead on. Gone addresses answer 404.
The storage account's own Cache-Control for pages: ${CACHE_CONTROL.page}.${relayNote(input)}`)}
set -eu
: "\${ACCOUNT:?name of the storage account}" "\${GROUP:?resource group}" "\${PROFILE:?Front Door profile}" "\${ENDPOINT:?Front Door endpoint}"
az storage blob service-properties update --account-name "$ACCOUNT" --static-website --index-document index.html --404-document 404.html
WEB=$(az storage account show --name "$ACCOUNT" --resource-group "$GROUP" --query primaryEndpoints.web --output tsv | sed 's|^https://||; s|/$||')

az afd profile create --resource-group "$GROUP" --profile-name "$PROFILE" --sku Standard_AzureFrontDoor
az afd endpoint create --resource-group "$GROUP" --profile-name "$PROFILE" --endpoint-name "$ENDPOINT"
az afd origin-group create --resource-group "$GROUP" --profile-name "$PROFILE" --origin-group-name site --probe-request-type HEAD --probe-protocol Https --probe-path / --probe-interval-in-seconds 240 --sample-size 4 --successful-samples-required 3 --additional-latency-in-milliseconds 50
az afd origin create --resource-group "$GROUP" --profile-name "$PROFILE" --origin-group-name site --origin-name web --host-name "$WEB" --origin-host-header "$WEB" --priority 1 --weight 1000 --https-port 443
az afd rule-set create --resource-group "$GROUP" --profile-name "$PROFILE" --rule-set-name headers
az afd rule-set create --resource-group "$GROUP" --profile-name "$PROFILE" --rule-set-name moved
${sharedHeaders(input).map(header).join("\n")}
${input.redirects.map(redirect).join("\n")}
az afd custom-domain create --resource-group "$GROUP" --profile-name "$PROFILE" --custom-domain-name site --host-name ${host} --certificate-type ManagedCertificate --minimum-tls-version TLS12
az afd route create --resource-group "$GROUP" --profile-name "$PROFILE" --endpoint-name "$ENDPOINT" --route-name site --origin-group site --supported-protocols Http Https --https-redirect Enabled --forwarding-protocol HttpsOnly --link-to-default-domain Disabled --custom-domains site --rule-sets moved headers --enable-compression true --content-types-to-compress text/html text/css text/javascript application/json application/xml image/svg+xml
`;
}
