// Requests as no client would send them: bytes on a socket, and all that comes back.

import { connect } from "node:net";

export interface RawAnswer {
  /** null: the connection was closed without an answer. */
  readonly status: number | null;
  readonly head: string;
  readonly body: string;
}

/** What a server of this machine answers to these bytes until the connection ends. */
export function rawAnswer(port: number, bytes: string | Uint8Array): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    // A connection that is reset has answered what it has answered.
    socket.on("error", () => {});
    socket.on("close", () => {
      const text = Buffer.concat(chunks).toString("latin1");
      const [head, ...rest] = text.split("\r\n\r\n");
      const status = /^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1];
      resolve({ status: status === undefined ? null : Number(status), head, body: rest.join("\r\n\r\n") });
    });
  });
}

export interface RawRequest {
  readonly port: number;
  readonly method: string;
  /** As it stands after the method, byte by byte. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A request with a Host of this machine, on a connection of its own. */
export function asked({ port, method, target, headers = {}, body = "" }: RawRequest): Promise<RawAnswer> {
  const all = {
    Host: `127.0.0.1:${port}`,
    Connection: "close",
    "Content-Length": String(Buffer.byteLength(body)),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return rawAnswer(
    port,
    Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n${body}`, "latin1"),
  );
}
