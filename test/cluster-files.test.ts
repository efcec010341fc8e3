// The files for clusters in docs/cluster: each is valid for its kind, and the commands in it run.

import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../", import.meta.url));
const main = join(root, "dist/node/cli/main.js");
const folder = mkdtempSync(join(tmpdir(), "cluster-"));
const store = join(folder, "store");
const fileOf = (name: string) => readFileSync(join(root, "docs/cluster", name), "utf8");
const results = () => readdirSync(join(store, "results")).length;
const env = (more: NodeJS.ProcessEnv) => ({ ...process.env, PATH: `${folder}:${process.env.PATH}`, ...more });

afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(async () => {
  // What npx would start.
  const npx = join(folder, "npx");
  writeFileSync(npx, `#!/bin/sh\n[ "$1" = --yes ] && shift\nshift\nexec ${process.execPath} ${main} "$@"\n`);
  chmodSync(npx, 0o755);
  const asked = ["--confidence", "bootstrap", "--resamples", "100", "--store", store];
  await run(process.execPath, [main, "batch", "plan", join(root, "examples/twelve/data.csv"), ...asked]);
});

describe("the files for clusters", () => {
  it("have an array of Slurm that does its shard", async () => {
    const before = results();
    const script = join(root, "docs/cluster/slurm.sh");
    const array = {
      SLURM_ARRAY_TASK_ID: "2",
      SLURM_ARRAY_TASK_MAX: "50",
      SLURM_CPUS_PER_TASK: "1",
      STORE: store,
    };
    await run("bash", [script], { env: env(array) });
    expect(results() - before).toBe(2);
    expect(fileOf("slurm.sh")).toMatch(/^#SBATCH --array=1-50$/m);
  });

  it("have an indexed job of Kubernetes that does its shard", async () => {
    const job = parse(fileOf("job.yaml"));
    expect(job).toMatchObject({
      apiVersion: "batch/v1",
      kind: "Job",
      spec: { completionMode: "Indexed", completions: 50 },
    });
    const [{ command, args, volumeMounts }] = job.spec.template.spec.containers;
    expect(volumeMounts[0].name).toBe(job.spec.template.spec.volumes[0].name);
    const before = results();
    const line = args[0].replace("/store ", `${store} `);
    await run(command[0], [command[1], line], { env: env({ JOB_COMPLETION_INDEX: "4" }) });
    expect(results() - before).toBe(2);
  });

  it("have a queue and a worker for compose, whose command is one of ours", async () => {
    const { services } = parse(fileOf("compose.yaml"));
    expect(services.queue.command.join(" ")).toContain("--maxmemory-policy noeviction");
    const line: string = services.worker.command[2].split(" && ").at(-1);
    const refused = await run("sh", ["-c", line.replace("@queue", "@127.0.0.1:1").replace("/store", store)], {
      env: env({}),
    }).catch((error: { stderr: string }) => error);
    expect(refused.stderr).toMatch(/no answer from redis:\/\/127.0.0.1:1/);
  });
});
