// The static plan of a network for a batch of one size: where every number lives, and which kernels run in which order.
//
// A batch of items is cut into shards of consecutive items (their number belongs to the plan, never to the machine), and
// every op works on one shard at a time; each shard computes its own parameter gradients, which are added in order. So one
// thread or many give the same bytes.
//
// Ops are recorded as they are composed, each with its forward and its backward calls. Nothing is computed here: a plan is
// arithmetic on addresses, a Net (net.ts) is a plan with memory.
//
// Invariants. Rows are padded with zeros to a multiple of eight columns, values and gradients alike. A gradient buffer
// returns to the pool once its op's backward calls are written; when it is reused, each shard uses the same bytes of it.

import { check } from "../check.ts";
import type { KernelArguments, KernelName } from "../math/wasm/wasm.ts";
import { packedBytes, tableBytes } from "../math/wasm/wasm.ts";
import { type Backward, type Gradients, writeBackward } from "./backward.ts";
import { type Program, programWriter } from "./program.ts";

/** Values for a batch: `perItem` rows per item. */
export interface Tensor {
  readonly perItem: number;
  readonly columns: number;
  /** Bytes from one row to the next. */
  readonly step: number;
  readonly address: number;
  /** Does it depend on anything trainable? */
  readonly needsGradient: boolean;
}

/** A trainable matrix [rows, columns], packed; a vector has one row. */
export interface Parameter {
  readonly rows: number;
  readonly columns: number;
  /** Bytes from the start of all parameters. */
  readonly offset: number;
  /** The tensors it consists of, side by side; each has its own name, initial values and gradient clipping. */
  readonly parts: readonly ParameterPart[];
}

export interface ParameterPart {
  readonly name: string;
  readonly columns: number;
  /** Initial values: uniform in ±limit, or one value everywhere. */
  readonly start: { readonly limit: number } | { readonly value: number };
}

/** Consecutive items of the batch. */
export interface Shard {
  readonly index: number;
  readonly firstItem: number;
  readonly items: number;
  /** Address of the shard's rows. */
  readonly at: (tensor: Tensor) => number;
  /** The addresses of several tensors, keyed by a kernel's argument names; 0 where there is no tensor. */
  readonly all: <Name extends string>(
    tensors: Readonly<Record<Name, Tensor | undefined>>,
  ) => Record<Name, number>;
  /** Number of rows in the shard. */
  readonly rows: (tensor: Tensor) => number;
  /** Number of values in the shard's rows, padding included. */
  readonly count: (tensor: Tensor) => number;
}

export interface Writer {
  /** One call per shard; `items` (the shard's item count) and `table` (constants of the element functions) are filled in. */
  readonly each: <Name extends KernelName>(
    kernel: Name,
    values: (shard: Shard) => Omit<KernelArguments<Name>, "items" | "table">,
  ) => void;
  readonly barrier: () => void;
}

export interface Op {
  readonly outputs: readonly Tensor[];
  readonly forward: (w: Writer) => void;
  readonly backward?: (w: Writer, g: Gradients) => void;
}

export interface Plan {
  readonly items: number;
  readonly shards: readonly Shard[];
  /** Address of the constants of the element functions. */
  readonly table: number;
  readonly parameters: readonly Parameter[];
  /** Values from outside; their gradient is computed only if requested here. */
  readonly input: (
    perItem: number,
    columns: number,
    options?: { readonly needsGradient?: boolean },
  ) => Tensor;
  /** An output of an op on `inputs`; it needs a gradient if one of them does or the op is trainable. */
  readonly output: (
    perItem: number,
    columns: number,
    from: { readonly inputs: readonly Tensor[]; readonly isTrainable?: boolean },
  ) => Tensor;
  readonly parameter: (rows: number, parts: readonly ParameterPart[]) => Parameter;
  /** Address of memory for other values: 128-byte aligned, zeroed. */
  readonly room: (bytes: number) => number;
  /** Address of values that never change. */
  readonly constants: (values: readonly number[]) => number;
  readonly constantList: readonly { readonly address: number; readonly values: readonly number[] }[];
  readonly record: (op: Op) => void;
  /** The forward calls of the ops recorded so far, from op number `first` on. */
  readonly forward: (first?: number) => Program;
  /** Number of ops recorded so far. */
  readonly recorded: () => number;
  readonly backward: (outputs: readonly Tensor[]) => Backward;
  /** Address of a parameter, or of all parameters; no parameter can be added after the first call. */
  readonly theta: (p?: Parameter) => number;
  /** Address of a parameter's packed transpose. */
  readonly transposed: (p: Parameter) => number;
  /** Rebuilds the transposes that backward calls use. */
  readonly refresh: () => Program;
  readonly parameterBytes: () => number;
  /** Address of the end of everything allocated so far. */
  readonly end: () => number;
}

/** Addresses below it hold the compiler's static data. */
export const firstAddress = 65536;

export interface PlanOptions {
  readonly items: number;
  /** The result depends on it, as on a seed. */
  readonly shards?: number;
}

export function createPlan({ items, shards: wanted = 4 }: PlanOptions): Plan {
  check(items >= 1 && wanted >= 1, `net: a batch needs items and shards, got ${items} and ${wanted}`);
  let end = firstAddress;
  const room = (bytes: number): number => {
    const address = end;
    end += 128 * Math.ceil(bytes / 128);
    return address;
  };
  const table = room(tableBytes);
  const shards = cut(items, Math.min(items, wanted));
  const tensor = (perItem: number, columns: number, needsGradient: boolean): Tensor => {
    const step = 32 * Math.ceil(columns / 8);
    return { perItem, columns, step, needsGradient, address: room(items * perItem * step) };
  };

  const parameters: Parameter[] = [];
  let parameterBytes = 0;
  let theta: number | undefined;
  const transposes = new Map<Parameter, number>();
  const constantList: { address: number; values: readonly number[] }[] = [];
  const ops: Op[] = [];
  const pool: Tensor[] = [];

  const thetaOf = (p?: Parameter): number => (theta ??= room(parameterBytes)) + (p?.offset ?? 0);
  const write = (body: (w: Writer) => void): Program => {
    const { call, barrier, program } = programWriter();
    body({
      each: (kernel, values) => {
        for (const shard of shards)
          call(kernel, shard.index, { items: shard.items, table, ...values(shard) } as never);
      },
      barrier,
    });
    return program();
  };

  return {
    items,
    shards,
    table,
    parameters,
    room,
    constants: (values) => {
      const address = room(4 * values.length);
      constantList.push({ address, values });
      return address;
    },
    constantList,
    input: (perItem, columns, { needsGradient = false } = {}) => tensor(perItem, columns, needsGradient),
    output: (perItem, columns, { inputs, isTrainable = false }) =>
      tensor(perItem, columns, isTrainable || inputs.some((x) => x.needsGradient)),
    parameter: (rows, parts) => {
      check(theta === undefined, "net: parameters come before the first program");
      for (const { name, columns } of parts.slice(0, -1))
        check(
          columns % 8 === 0,
          `net: ${name} must have a multiple of 8 columns to stand beside others, got ${columns}`,
        );
      const columns = parts.reduce((sum, part) => sum + part.columns, 0);
      const parameter = { rows, columns, offset: parameterBytes, parts };
      parameterBytes += packedBytes(rows, columns);
      parameters.push(parameter);
      return parameter;
    },
    record: (op) => {
      ops.push(op);
    },
    theta: thetaOf,
    transposed: (p) => {
      const existing = transposes.get(p);
      if (existing !== undefined) return existing;
      const address = room(packedBytes(p.columns, p.rows));
      transposes.set(p, address);
      return address;
    },
    refresh: () => {
      const { call, program } = programWriter();
      for (const [lane, [p, out]] of [...transposes].entries())
        call("transposePackedInto", lane, { out, packed: thetaOf(p), K: p.rows, N: p.columns });
      return program();
    },
    parameterBytes: () => parameterBytes,
    end: () => end,
    recorded: () => ops.length,
    forward: (first = 0) =>
      write((w) => {
        for (const op of ops.slice(first)) op.forward(w);
      }),
    backward: (outputs) => {
      thetaOf();
      const partial = room(shards.length * parameterBytes);
      const total = room(parameterBytes);
      const written = writeBackward(ops, outputs, { tensor, write, pool, partial, parameterBytes });
      return { ...written, partial, total };
    },
  };
}

/** Cuts a batch into shards; where the division leaves a remainder, the first shards have one item more. */
function cut(items: number, count: number): Shard[] {
  const firsts = Array.from({ length: count + 1 }, (_, k) => {
    const rest = items % count;
    return k * Math.floor(items / count) + Math.min(k, rest);
  });
  return Array.from({ length: count }, (_, index) => {
    const [firstItem, size] = [firsts[index], firsts[index + 1] - firsts[index]];
    const at = ({ address, perItem, step }: Tensor) => address + firstItem * perItem * step;
    return {
      index,
      firstItem,
      items: size,
      at,
      all: <Name extends string>(tensors: Readonly<Record<Name, Tensor | undefined>>) => {
        const places = Object.entries<Tensor | undefined>(tensors).map(([name, x]) => [name, x ? at(x) : 0]);
        return Object.fromEntries(places) as Record<Name, number>;
      },
      rows: ({ perItem }) => size * perItem,
      count: ({ perItem, step }) => (size * perItem * step) / 4,
    };
  });
}
