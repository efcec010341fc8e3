// A queue with a password, and one with TLS: both given by the address, and no message contains the password.

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { example, programIn } from "./program.ts";
import { describeWithRedis, redisServer } from "./redis/server.ts";

const { folder, startedIn, wherefore } = programIn("safe");
const { data } = example("twelve");
const asked = ["discover", data, "--confidence", "bootstrap", "--resamples", "4", "--no-out", "--quiet"];

/** A certificate for 127.0.0.1 that nobody but who is told of it trusts; undefined where there is no openssl. */
function certified() {
  const [certificate, key] = ["certificate.pem", "key.pem"].map((file) => join(folder, file));
  const name = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
  const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...name];
  try {
    execFileSync("openssl", [...made, "-keyout", key, "-out", certificate], { stdio: "ignore" });
    return { certificate, key };
  } catch {
    return undefined;
  }
}
const tls = certified();

describeWithRedis("a queue", () => {
  it("with a password refuses who does not have it, by a sentence without it", async () => {
    const { url } = await redisServer({ password: "hush-hush" });
    for (const [address, sentence] of [
      [url.replace(":hush-hush@", ""), /127\.0\.0\.1:\d+ needs another password \(NOAUTH/],
      [url.replace("hush-hush", "loud-loud"), /127\.0\.0\.1:\d+ needs another password \(WRONGPASS/],
    ] as const) {
      const { code, err } = await wherefore("workers", "--queue", address);
      expect(err).toMatch(sentence);
      expect(err).not.toMatch(/hush-hush|loud-loud/);
      expect(code).toBe(2);
    }
    const { code, out } = await wherefore("workers", "--queue", url, "--json");
    expect(JSON.parse(out)).toMatchObject({ workers: [] });
    expect(code).toBe(0);
  });

  it.skipIf(!tls)("with TLS has the answer of threads, and is refused where it is not trusted", async () => {
    const { url } = await redisServer({ password: "hush-hush", tls: tls! });
    const place = ["--queue", url, "--store", join(folder, "store")];
    const trusted = { NODE_EXTRA_CA_CERTS: tls!.certificate };
    const worker = startedIn(trusted, ["work", ...place, "--threads", "1"]).child;
    try {
      const there = await startedIn(trusted, [...asked, ...place, "--json"]).ended;
      expect(there.code, there.err).toBe(0);
      const here = await wherefore(...asked, "--json");
      const [a, b] = [there, here].map(({ out }) => JSON.parse(out).confidence.digest);
      expect(a).toBe(b);
    } finally {
      worker.kill("SIGKILL");
    }
    const { code, err } = await wherefore("workers", "--queue", url);
    expect(err).toMatch(/no answer from rediss:\/\/127\.0\.0\.1:\d+ \(.*certificate/);
    expect(code).toBe(2);
  });
});
