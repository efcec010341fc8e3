// A `wherefore serve --store FOLDER` as a store: GET and PUT of /api/store/KIND/NAME. A password is given in the address.

import { check } from "../../core/index.ts";
import type { Store } from "./store-names.ts";

export function httpStore(address: string): Store {
  const url = new URL(address);
  const { username, password } = url;
  const token = password || username;
  url.username = url.password = "";
  const base = `${url.href.replace(/\/$/, "")}/api/store`;
  const headers: Record<string, string> =
    token === "" ? {} : { authorization: `Bearer ${decodeURIComponent(token)}` };
  const ask = async (path: string, init: Pick<RequestInit, "method" | "body"> = {}): Promise<Response> => {
    const type: Record<string, string> =
      init.body === undefined ? {} : { "content-type": "application/octet-stream" };
    const answer = await fetch(`${base}/${path}`, { ...init, headers: { ...headers, ...type } });
    // A server error may be temporary, so it is not an InputError.
    if (answer.status >= 500) throw new Error(`${url.origin} answered ${answer.status}`);
    check(
      answer.ok || answer.status === 404,
      `store: ${url.origin} answered ${answer.status} to ${init.method ?? "GET"} ${path}; check that it is a wherefore serve --store, and the password`,
      { field: "store" },
    );
    return answer;
  };
  const demand = ({ ok }: Response): void =>
    check(ok, `store: ${url.origin} has no store; start it with --store FOLDER`, { field: "store" });
  return {
    address,
    get: async (kind, name) => {
      const answer = await ask(`${kind}/${name}`);
      return answer.status === 404 ? undefined : new Uint8Array(await answer.arrayBuffer());
    },
    put: async (kind, name, bytes) => {
      const answer = await ask(`${kind}/${name}`, {
        method: "PUT",
        body: bytes as Uint8Array<ArrayBuffer>,
      });
      demand(answer);
    },
    removeCheckpoint: async (name) => {
      demand(await ask(`checkpoints/${name}`, { method: "DELETE" }));
    },
    names: async (kind) => {
      const answer = await ask(kind);
      demand(answer);
      return (await answer.json()) as string[];
    },
  };
}
