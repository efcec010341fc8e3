// A plan with memory: parameters that can be read, written and trained, and programs that run on one thread or several.

import { check } from "../check.ts";
import type { Rng } from "../math/rng.ts";
import {
  createNetworkKernels,
  type NetworkBuild,
  type NetworkKernels,
  networkBuild,
} from "../math/wasm/wasm.ts";
import { type Crew, controlBytes, controlWords } from "./crew.ts";
import { firstAddress, type Plan, type Tensor } from "./plan.ts";
import { type Program, programWords } from "./program.ts";

export interface NetOptions<Name extends string> {
  readonly programs: Readonly<Record<Name, Program>>;
  readonly build?: NetworkBuild;
  /** The kernels compiled to 256-bit instructions by `wideNetwork` for that build: the same bytes, faster. */
  readonly wide?: WebAssembly.Module | undefined;
  readonly crew?: Crew | undefined;
  /** Seconds after which an unresponsive thread counts as lost. */
  readonly patience?: number;
}

/** A parameter's tensor as plain numbers, row by row. */
export interface NamedTensor {
  readonly name: string;
  readonly rows: number;
  readonly columns: number;
  readonly values: Float32Array;
}

export interface Net<Name extends string> {
  readonly build: NetworkBuild;
  readonly bytes: number;
  readonly run: (program: Name) => void;
  /** Number of threads that a run started now would use. */
  readonly threadsNow: () => number;
  /** A view of a tensor's values in memory, padding included. */
  readonly numbers: (tensor: Tensor) => Float32Array;
  readonly singles: (address: number, count: number) => Float32Array;
  readonly words: (address: number, count: number) => Uint32Array;
  /** All parameter tensors, or those at an address with the same layout (moments, gradients). */
  readonly parameters: (address?: number) => NamedTensor[];
  readonly setParameters: (tensors: readonly NamedTensor[]) => void;
  /** Rebuilds what is derived from the parameters; call it after writing parameters in place. */
  readonly refresh: () => void;
  /** Sets the initial values, from one random stream per tensor. */
  readonly start: (rng: Rng) => void;
  readonly kernels: NetworkKernels;
  /** Addresses of the programs' instructions, for benches. */
  readonly address: (program: Name) => number;
  /** Releases the other threads; the net can no longer run. */
  readonly close: () => void;
}

export function createNet<Name extends string>(plan: Plan, options: NetOptions<Name>): Net<Name> {
  const { programs, build = networkBuild(), wide, crew, patience = 20 } = options;
  const threads = crew?.threads ?? 1;
  const refresh = programWords(plan.refresh());
  const names = Object.keys(programs) as Name[];
  const words = names.map((name) => programWords(programs[name]));
  const addresses = words.map((list) => plan.room(4 * list.length));
  const refreshAt = plan.room(4 * refresh.length);
  const control = plan.room(controlBytes);
  const bytes = plan.end();
  const kernels = createNetworkKernels(bytes, { build, wide, shared: threads > 1 });
  const { call, singles } = kernels;
  check(call.firstFree() <= firstAddress, "net: the compiler's constants must fit below the plan");
  for (const [k, list] of words.entries()) kernels.words(addresses[k], list.length).set(list);
  kernels.words(refreshAt, refresh.length).set(refresh);
  call.tableInto(plan.table);
  for (const { address, values } of plan.constantList) singles(address, values.length).set(values);
  const controls = new Int32Array(kernels.memory.buffer, control, controlBytes / 4);
  controls[controlWords.patience] = Math.ceil(10 * patience);
  const { module, memory, isWide } = kernels;
  crew?.start({ module, memory, control, threads, isWide });

  // Threads may start late (in a browser only after the caller has yielded); the bytes are the same without them.
  const threadsNow = () => (Atomics.load(controls, controlWords.present) === threads - 1 ? threads : 1);
  let isClosed = false;
  const runAt = (address: number): void => {
    check(!isClosed, "net: it is closed");
    const before = crew?.lost();
    const isDone = before === undefined && call.runProgram(address, control, threadsNow()) !== 0;
    if (!isDone) {
      throw new Error(
        `net: a thread was lost (${before ?? crew?.lost() ?? "it did not answer"}); start the run again`,
      );
    }
  };
  const partAddresses = (base: number) =>
    plan.parameters.flatMap(({ rows, offset, parts }) => {
      let at = base + offset;
      return parts.map(({ name, columns, start }) => {
        const address = at;
        at += 32 * Math.ceil(columns / 8) * rows;
        return { name, rows, columns, start, address };
      });
    });

  const setParameters = (tensors: readonly NamedTensor[]): void => {
    const byName = new Map(tensors.map((t) => [t.name, t]));
    for (const { name, rows, columns, address } of partAddresses(plan.theta())) {
      const tensor = byName.get(name);
      check(
        tensor !== undefined && tensor.values.length === rows * columns,
        `net: parameter "${name}" must have ${rows} x ${columns} numbers, got ${tensor?.values.length ?? "none"}`,
      );
      pack(singles(address, 8 * Math.ceil(columns / 8) * rows), tensor);
    }
    runAt(refreshAt);
  };

  return {
    build,
    bytes,
    kernels,
    singles,
    words: kernels.words,
    numbers: ({ address, perItem, step }) => singles(address, (plan.items * perItem * step) / 4),
    threadsNow,
    run: (name) => runAt(addresses[names.indexOf(name)]),
    address: (name) => addresses[names.indexOf(name)],
    parameters: (base = plan.theta()) =>
      partAddresses(base).map(({ name, rows, columns, address }) => ({
        name,
        rows,
        columns,
        values: unpacked(singles(address, 8 * Math.ceil(columns / 8) * rows), rows, columns),
      })),
    setParameters,
    refresh: () => runAt(refreshAt),
    start: (rng) =>
      setParameters(
        partAddresses(plan.theta()).map(({ name, rows, columns, start }) => {
          const { uniform } = rng.fork(`start/${name}`);
          const number = "value" in start ? () => start.value : () => start.limit * (2 * uniform() - 1);
          return { name, rows, columns, values: Float32Array.from({ length: rows * columns }, number) };
        }),
      ),
    close: () => {
      Atomics.store(controls, controlWords.job, -1);
      if (threads > 1) Atomics.notify(controls, controlWords.job);
      isClosed = true;
    },
  };
}

/** packed[N/8][K][8] = values[K][N], padded with zeros, which also clears any NaN that had spread to the padding. */
function pack(packed: Float32Array, { rows, columns, values }: Omit<NamedTensor, "name">): void {
  packed.fill(0);
  for (let k = 0; k < rows; k++)
    for (let j = 0; j < columns; j++) packed[((j >> 3) * rows + k) * 8 + (j & 7)] = values[k * columns + j];
}

function unpacked(packed: Float32Array, rows: number, columns: number): Float32Array {
  const values = new Float32Array(rows * columns);
  for (let k = 0; k < rows; k++)
    for (let j = 0; j < columns; j++) values[k * columns + j] = packed[((j >> 3) * rows + k) * 8 + (j & 7)];
  return values;
}
