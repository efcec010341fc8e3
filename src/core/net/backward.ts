// Writes the backward calls of recorded ops, from the last to the first, and finds room for the gradients on the way.
//
// A gradient buffer is handed back when the backward calls of its op are written. An op that only passes a gradient on (a
// sum, a normalisation in place) hands its buffer to the input instead, so that nothing is copied.

import { check } from "../check.ts";
import type { Op, Parameter, Shard, Tensor, Writer } from "./plan.ts";
import type { Program } from "./program.ts";

/** The gradients while backward calls are written, from the last op to the first. */
export interface Gradients {
  /** The gradient of an output; undefined where nothing asked for it. */
  readonly of: (y: Tensor) => Tensor | undefined;
  /** Where the gradient of an input goes, and whether to add to what is there; undefined where it needs none. */
  readonly into: (x: Tensor) => { readonly dx: Tensor; readonly adds: boolean } | undefined;
  /** Writes the calls that make it, with the same; none where it needs none. */
  readonly make: (x: Tensor, write: (dx: Tensor, adds: boolean) => void) => void;
  /**
   * Room that a kernel overwrites with a gradient of x, or just its columns: what is beyond them is zero. Added, where there
   * is something to add to, once the op is done.
   */
  readonly fresh: (x: Tensor) => Tensor;
  /** The gradient of y, as it is now, is (a part of) that of x. */
  readonly pass: (y: Tensor, x: Tensor) => void;
  /** The shards' gradients of a parameter, and whether to add to what is there. */
  readonly parameter: (p: Parameter) => {
    readonly at: (shard: Shard) => number;
    readonly apart: number;
    readonly adds: boolean;
  };
}

/** The backward calls from some outputs, and the parameters' gradients that they give. */
export interface Backward {
  readonly program: Program;
  /** Where whoever runs it writes the gradient of each of those outputs, before every run: the calls use it as room. */
  readonly seeds: readonly Tensor[];
  readonly used: readonly Parameter[];
  /** The gradient of an input that asked for one. */
  readonly gradient: (input: Tensor) => Tensor | undefined;
  /** The gradients of shard 0, laid out as the parameters are. */
  readonly partial: number;
  /** The same summed over the shards, once an optimiser has run. */
  readonly total: number;
}

interface BackwardRooms {
  readonly tensor: (perItem: number, columns: number, needsGradient: boolean) => Tensor;
  readonly write: (body: (w: Writer) => void) => Program;
  /** Buffers that nobody uses now; the same shard uses the same bytes of one again. */
  readonly pool: Tensor[];
  /** The gradients of shard 0, and bytes to the next shard's. */
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
      // The room may have served wider rows before.
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
        // One that was passed on lives on as another tensor's; seeds belong to whoever fills them.
        if (dy && !passed.delete(dy) && !seeds.includes(dy)) pool.push(dy);
      }
    }
  });
  return { program, seeds, used, gradient: (x) => held.get(x) };
}
