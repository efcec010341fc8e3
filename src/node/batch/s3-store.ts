// An S3-compatible store: s3://BUCKET/PREFIX, with the endpoint, region and keys of the environment, in the usual variables
// (AWS_ENDPOINT_URL, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN). Requests are signed by
// aws4fetch.

import { check } from "../../core/index.ts";
import { optionalPackage } from "./optional-package.ts";
import { isStoredName, type Store } from "./store-names.ts";

/** Not found; already exists; condition not supported. */
const otherwise = [404, 412, 501];

interface Signer {
  readonly fetch: (url: string, init?: object) => Promise<Response>;
}

export async function s3Store(address: string): Promise<Store> {
  const { bucket, prefix } = placeOf(address);
  const { env } = process;
  const { AwsClient } = (await optionalPackage("aws4fetch", "an S3 store")) as {
    AwsClient: new (options: object) => Signer;
  };
  const region = env.AWS_REGION ?? env.AWS_DEFAULT_REGION ?? "us-east-1";
  check(
    env.AWS_ACCESS_KEY_ID !== undefined && env.AWS_SECRET_ACCESS_KEY !== undefined,
    "store: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set for an S3 store",
    { field: "store" },
  );
  const signer = new AwsClient({
    accessKeyId: env.AWS_ACCESS_KEY_ID,
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
    sessionToken: env.AWS_SESSION_TOKEN,
    service: "s3",
    region,
  });
  const endpoint = (
    env.AWS_ENDPOINT_URL_S3 ??
    env.AWS_ENDPOINT_URL ??
    `https://s3.${region}.amazonaws.com`
  ).replace(/\/$/, "");
  const at = (key: string) => `${endpoint}/${bucket}/${key}`;
  const ask = async (url: string, init: object = {}): Promise<Response> => {
    const answer = await signer.fetch(url, init);
    // A server error may be temporary, so it is not an InputError.
    if (answer.status >= 500 && !otherwise.includes(answer.status))
      throw new Error(`${endpoint} answered ${answer.status}`);
    check(
      answer.ok || otherwise.includes(answer.status),
      `store: ${endpoint} answered ${answer.status} for ${address}; check the bucket, the keys and the endpoint`,
      { field: "store" },
    );
    return answer;
  };
  return {
    address,
    get: async (kind, name) => {
      const answer = await ask(at(`${prefix}${kind}/${name}`));
      return answer.status === 404 ? undefined : new Uint8Array(await answer.arrayBuffer());
    },
    put: async (kind, name, bytes) => {
      const url = at(`${prefix}${kind}/${name}`);
      // Written only if it does not exist; stores without this condition keep the last, which is equivalent.
      const headers = kind === "checkpoints" ? {} : { "if-none-match": "*" };
      const first = await ask(url, { method: "PUT", body: bytes, headers });
      const answer = first.status === 501 ? await ask(url, { method: "PUT", body: bytes }) : first;
      check(answer.status !== 404, `store: there is no bucket ${bucket} at ${endpoint}; create it first`, {
        field: "store",
      });
    },
    removeCheckpoint: async (name) => {
      await ask(at(`${prefix}checkpoints/${name}`), { method: "DELETE" });
    },
    names: async (kind) => {
      const start = `${prefix}${kind}/`;
      const names: string[] = [];
      let next: string | undefined;
      do {
        const query = new URLSearchParams({ "list-type": "2", prefix: start });
        if (next !== undefined) query.set("continuation-token", next);
        const answer = await ask(`${at("")}?${query}`);
        check(answer.ok, `store: there is no bucket ${bucket} at ${endpoint}; create it first`, {
          field: "store",
        });
        const text = await answer.text();
        for (const [, key] of text.matchAll(/<Key>([^<]*)<\/Key>/g)) names.push(key.slice(start.length));
        next = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(text)?.[1];
      } while (next !== undefined);
      return names.filter(isStoredName);
    },
  };
}

function placeOf(address: string): { readonly bucket: string; readonly prefix: string } {
  const [bucket, ...rest] = address.slice("s3://".length).split("/");
  check(bucket !== "", `store: an S3 store is s3://BUCKET or s3://BUCKET/PREFIX, got ${address}`, {
    field: "store",
  });
  const path = rest.filter((part) => part !== "").join("/");
  return { bucket, prefix: path === "" ? "" : `${path}/` };
}
