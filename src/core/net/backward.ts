// Writes the backward calls of recorded ops, from the last to the first, and allocates the gradient buffers along the way.
//
// A gradient buffer returns to the pool once the backward calls of its op are written. An op that only passes a gradient on (a
// sum, a normalisation in place) hands its buffer to the input instead, so that nothing is copied.

import { check } from "../check.ts";
import type { Op, Parameter, Shard, Tensor, Writer } from "./plan.ts";
import type { Program } from "./program.ts";

/** The gradients while backward calls are written, from the last op to the first. */
export interface Gradients {
  /** The gradient of an output; undefined if nothing needs it. */
  readonly of: (y: Tensor) => Tensor | undefined;
  /** The buffer for the gradient of an input, and whether to add to its contents; undefined if the input needs none. */
  readonly into: (x: Tensor) => { readonly dx: Tensor; readonly adds: boolean } | undefined;
  /** Calls `write` with what `into` returns; does nothing if the input needs no gradient. */
  readonly make: (x: Tensor, write: (dx: Tensor, adds: boolean) => void) => void;
  /**
   * A buffer that a kernel overwrites with a gradient of x, or only its columns: the padding is zeroed. If x already has a
   * gradient, the buffer is added to it once the op is done.
   */
  readonly fresh: (x: Tensor) => Tensor;
  /** The current gradient of y is (a summand of) the gradient of x. */
  readonly pass: (y: Tensor, x: Tensor) => void;
  /** The shards' gradients of a parameter, and whether to add to their contents. */
  readonly parameter: (p: Parameter) => {
    readonly at: (shard: Shard) => number;
    readonly apart: number;
    readonly adds: boolean;
  };
}

/** The backward calls from some outputs, and the parameter gradients that they compute. */
export interface Backward {
  readonly program: Program;
  /** The caller writes the gradient of each of those outputs here before every run; the calls overwrite it. */
  readonly seeds: readonly Tensor[];
  readonly used: readonly Parameter[];
  /** The gradient of an input created with `needsGradient`. */
  readonly gradient: (input: Tensor) => Tensor | undefined;
  /** Address of the gradients of shard 0, laid out as the parameters are. */
  readonly partial: number;
  /** Address of the gradients summed over the shards, valid once an optimiser has run. */
  readonly total: number;
}

interface BackwardRooms {
  readonly tensor: (perItem: number, columns: number, needsGradient: boolean) => Tensor;
  readonly write: (body: (w: Writer) => void) => Program;
  /** Free buffers; each shard reuses the same bytes of one. */
  readonly pool: Tensor[];
  /** Address of the gradients of shard 0, and bytes to the next shard's. */
  readonly partial: number;
  readonly parameterBytes: number;
}

export function writeBackward(
  ops: readonly Op[],
  outputs: readonly Tensor[],
  { tensor, write, pool, partial, parameterBytes }: BackwardRooms,
): Pick<Backward, "program" | "seeds" | "used" | "gradient"> {
  const used: Parameter[] = [];
  const held = new Map<Tensor, Tensor>();
  const passed = new Set<Tensor>();
  const seeds = outputs.map((y) => tensor(y.perItem, y.columns, false));
  for (const [k, y] of outputs.entries()) {
    check(y.needsGradient, "net: nothing trainable stands behind an output that a gradient was asked of");
    held.set(y, seeds[k]);
  }
  const buffer = ({ perItem, columns, step }: Tensor): Tensor => {
    const at = pool.findIndex((b) => b.perItem === perItem && b.step === step);
    return at < 0 ? tensor(perItem, columns, false) : pool.splice(at, 1)[0];
  };
  const into: Gradients["into"] = (x) => {
    if (!x.needsGradient) return undefined;
    const gradient = held.get(x);
    if (gradient) return { dx: gradient, adds: true };
    const dx = buffer(x);
    held.set(x, dx);
    return { dx, adds: false };
  };
  const make: Gradients["make"] = (x, write) => {
    const input = into(x);
    if (input) write(input.dx, input.adds);
  };
  const waiting: { x: Tensor; dx: Tensor }[] = [];
  const parameter: Gradients["parameter"] = (p) => {
    const adds = used.includes(p);
    if (!adds) used.push(p);
    const first = partial + p.offset;
    return { at: (shard) => first + shard.index * parameterBytes, apart: parameterBytes, adds };
  };
  const program = write((w) => {
    const pass: Gradients["pass"] = (y, x) => {
      const dy = held.get(y);
      if (!dy || !x.needsGradient) return;
      if (!passed.has(dy) && !held.has(x)) {
        held.set(x, dy);
        passed.add(dy);
        return;
      }
      const { dx, adds } = into(x)!;
      if (adds) w.each("sumInto", (s) => ({ y: s.at(dx), a: s.at(dx), b: s.at(dy), count: s.count(dx) }));
      else w.each("copyInto", (s) => ({ y: s.at(dx), a: s.at(dy), count: s.count(dx) }));
    };
    const fresh: Gradients["fresh"] = (x) => {
      const dx = buffer(x);
      if (x.needsGradient && !held.has(x)) held.set(x, dx);
      else waiting.push({ x, dx });
      // The buffer may have held wider rows before.
      const { columns, step } = x;
      if (4 * columns < step)
        w.each("clearBeyondInto", (s) => ({ y: s.at(dx), rows: s.rows(dx), columns, step }));
      return dx;
    };
    for (const op of ops.toReversed()) {
      if (!op.backward || !op.outputs.some((y) => held.has(y))) continue;
      op.backward(w, { of: (y) => held.get(y), into, make, fresh, pass, parameter });
      for (const { x, dx } of waiting.splice(0)) {
        const sum = held.get(x);
        if (x.needsGradient && sum)
          w.each("sumInto", (s) => ({ y: s.at(sum), a: s.at(sum), b: s.at(dx), count: s.count(dx) }));
        pool.push(dx);
      }
      for (const y of op.outputs) {
        const dy = held.get(y);
        held.delete(y);
        // A buffer that was passed on is still in use by another tensor; seeds belong to the caller.
        if (dy && !passed.delete(dy) && !seeds.includes(dy)) pool.push(dy);
      }
    }
  });
  return { program, seeds, used, gradient: (x) => held.get(x) };
}
