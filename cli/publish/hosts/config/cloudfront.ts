// S3 behind CloudFront: the bucket is private, a function handles folders and old addresses, policies set the headers and the not-found page.

import { encodeTarget, spellings } from "../../../hosting/redirect-files.ts";
import { NOT_FOUND_ADDRESS } from "../../../routes/addresses.ts";
import { basePathOf, belowBase } from "../../../routes/base-path.ts";
import { type ConfigInput, hostNameOf } from "./config-input.ts";

/** The size that CloudFront allows for the code of a function. */
const MAX_FUNCTION_BYTES = 10_240;

/** A CloudFormation template in JSON: bucket, distribution, function, headers. */
export function s3CloudfrontConfig(input: ConfigInput): string {
  const host = hostNameOf(input.url);
  const template = {
    AWSTemplateFormatVersion: "2010-09-09",
    Description: `${input.url} on S3 and CloudFront, by \`eventsite host s3-cloudfront\`. Save it as site.json, then: aws cloudformation deploy --region us-east-1 --stack-name site --template-file site.json --parameter-overrides CertificateArn=ARN. Deploy the site to s3://${host}. Forms: ${input.relayUrl || "none"}.`,
    Parameters: {
      CertificateArn: {
        Type: "String",
        Description: `Certificate for ${host}, in us-east-1 (AWS Certificate Manager)`,
      },
    },
    Resources: {
      Bucket: privateBucket(host),
      BucketPolicy: readableByDistribution(),
      Access: signedAccess(host),
      Addresses: addressFunction(host, edgeFunction(input)),
      Headers: headersPolicy(host, input.headers),
      Distribution: distribution(host),
    },
  };
  return `${JSON.stringify(template, null, 2)}\n`;
}

const privateBucket = (host: string) =>
  resource("S3::Bucket", {
    BucketName: host,
    PublicAccessBlockConfiguration: {
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    },
  });

function readableByDistribution() {
  const account = { Ref: "AWS::AccountId" };
  const source = join("arn:aws:cloudfront::", account, ":distribution/", { Ref: "Distribution" });
  return resource("S3::BucketPolicy", {
    Bucket: { Ref: "Bucket" },
    PolicyDocument: {
      Version: "2012-10-17",
      Statement: [
        {
          Effect: "Allow",
          Principal: { Service: "cloudfront.amazonaws.com" },
          Action: "s3:GetObject",
          Resource: join({ "Fn::GetAtt": ["Bucket", "Arn"] }, "/*"),
          Condition: { StringEquals: { "AWS:SourceArn": source } },
        },
      ],
    },
  });
}

const signedAccess = (host: string) =>
  resource("CloudFront::OriginAccessControl", {
    OriginAccessControlConfig: {
      Name: host,
      OriginAccessControlOriginType: "s3",
      SigningBehavior: "always",
      SigningProtocol: "sigv4",
    },
  });

const addressFunction = (host: string, code: string) =>
  resource("CloudFront::Function", {
    Name: `${host.replaceAll(".", "-")}-addresses`,
    AutoPublish: true,
    FunctionConfig: { Comment: "Folders, slashes, old addresses", Runtime: "cloudfront-js-2.0" },
    FunctionCode: code,
  });

/** Headers for which CloudFront has fields of its own. */
const SECURITY_HEADERS = new Set([
  "content-security-policy",
  "x-content-type-options",
  "x-frame-options",
  "referrer-policy",
]);

/** Headers of single files, such as the policy of pictures, would each need a response headers policy of their own. */
function headersPolicy(host: string, rules: ConfigInput["headers"]) {
  const shared = rules.filter(({ path }) => path === "/*").flatMap(({ headers }) => headers);
  const headers = new Map(shared.map(([name, value]) => [name.toLowerCase(), { name, value }]));
  const setTo = (name: string) => headers.get(name)?.value ?? "";
  return resource("CloudFront::ResponseHeadersPolicy", {
    ResponseHeadersPolicyConfig: {
      Name: `${host.replaceAll(".", "-")}-headers`,
      SecurityHeadersConfig: {
        ContentSecurityPolicy: { ContentSecurityPolicy: setTo("content-security-policy"), Override: true },
        ContentTypeOptions: { Override: true },
        FrameOptions: { FrameOption: "DENY", Override: true },
        ReferrerPolicy: { ReferrerPolicy: setTo("referrer-policy"), Override: true },
      },
      CustomHeadersConfig: {
        Items: [...headers]
          .filter(([name]) => !SECURITY_HEADERS.has(name))
          .map(([, { name, value }]) => ({ Header: name, Value: value, Override: true })),
      },
    },
  });
}

const distribution = (host: string) =>
  resource("CloudFront::Distribution", {
    DistributionConfig: {
      Enabled: true,
      Aliases: [host],
      HttpVersion: "http2and3",
      DefaultRootObject: "index.html",
      ViewerCertificate: {
        AcmCertificateArn: { Ref: "CertificateArn" },
        SslSupportMethod: "sni-only",
        MinimumProtocolVersion: "TLSv1.2_2021",
      },
      Origins: [
        {
          Id: "bucket",
          DomainName: { "Fn::GetAtt": ["Bucket", "RegionalDomainName"] },
          OriginAccessControlId: { Ref: "Access" },
          S3OriginConfig: { OriginAccessIdentity: "" },
        },
      ],
      DefaultCacheBehavior: {
        TargetOriginId: "bucket",
        ViewerProtocolPolicy: "redirect-to-https",
        Compress: true,
        // The policy of AWS that obeys the objects' Cache-Control: "CachingOptimized".
        CachePolicyId: "658327ea-f89d-4fab-a63d-7e88639e58f6",
        ResponseHeadersPolicyId: { Ref: "Headers" },
        FunctionAssociations: [
          { EventType: "viewer-request", FunctionARN: { "Fn::GetAtt": ["Addresses", "FunctionARN"] } },
        ],
      },
      // Without the right to list the bucket, S3 answers 403 for a missing object.
      CustomErrorResponses: [403, 404].map((code) => ({
        ErrorCode: code,
        ResponseCode: 404,
        ResponsePagePath: NOT_FOUND_ADDRESS,
        ErrorCachingMinTTL: 60,
      })),
    },
  });

/** Runs before the cache. If the addresses do not fit, old ones have their pages, and gone ones the not-found page. */
function edgeFunction({ url, redirects, gone }: ConfigInput): string {
  const base = basePathOf(url);
  const body = (movedJson: string, goneJson: string) => `var moved = ${movedJson};
var gone = ${goneJson};
function handler(event) {
  var request = event.request;
  var uri = request.uri;
${base === "" ? "" : inside(base)}  if (uri.indexOf("/.eventsite/") === 0) return missing;
  if (moved[uri]) return lead(moved[uri]);
  if (gone.indexOf(uri) !== -1) return { statusCode: 410, statusDescription: "Gone" };
  if (uri.endsWith("/")) request.uri += "index.html";
  else if (!/\\.[a-z0-9]+$/i.test(uri)) return lead(${base === "" ? "" : `"${base}" + `}uri + "/");
  return request;
}
var missing = { statusCode: 404, statusDescription: "Not Found" };
function lead(to) {
  return { statusCode: 301, statusDescription: "Moved Permanently", headers: { location: { value: to } } };
}
`;
  const targets = Object.fromEntries(
    redirects.flatMap(({ from, to }) => spellings(from).map((each) => [each, belowBase(base, encodeTarget(to))])),
  );
  const code = body(JSON.stringify(targets), JSON.stringify(gone.flatMap(spellings)));
  return Buffer.byteLength(code) <= MAX_FUNCTION_BYTES ? code : body("{}", "[]");
}

/** The bucket has the site at its root. */
const inside = (base: string): string => `  if (uri === "/" || uri === "${base}") return lead("${base}/");
  if (uri.indexOf("${base}/") !== 0) return missing;
  uri = request.uri = uri.slice(${base.length});
`;

const resource = (type: string, properties: object) => ({ Type: `AWS::${type}`, Properties: properties });

const join = (...parts: readonly unknown[]) => ({ "Fn::Join": ["", parts] });
