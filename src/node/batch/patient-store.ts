// A store for a worker: an operation that fails temporarily, because the disk is full or a server is restarting, is not the
// task's fault and is retried until it succeeds. An InputError is final.

import { setTimeout } from "node:timers/promises";
import { InputError } from "../../core/index.ts";
import { faultSentence } from "../files/fault.ts";
import { withoutPassword } from "./queue.ts";
import type { Store } from "./store-names.ts";

export interface Patience {
  /** Called with the reason for waiting, once per operation. */
  readonly say: (sentence: string) => void;
  /** Ends the waiting; the operation then fails with its last error. */
  readonly signal: AbortSignal;
  /** Milliseconds before the first retry; doubled for each further one, up to ten seconds. */
  readonly firstMs?: number;
}

const mostMs = 10_000;

export function patientStore(store: Store, { say, signal, firstMs = 500 }: Patience): Store {
  const tried = async <T>(act: () => Promise<T>): Promise<T> => {
    for (let ms = firstMs; ; ms = Math.min(2 * ms, mostMs)) {
      try {
        return await act();
      } catch (error) {
        if (error instanceof InputError || signal.aborted) throw error;
        if (ms === firstMs) say(`${sentenceOf(error, store)} (retrying until it works)`);
        await setTimeout(ms, undefined, { signal }).catch(() => {});
      }
    }
  };
  return {
    address: store.address,
    get: (kind, name) => tried(() => store.get(kind, name)),
    put: (kind, name, bytes) => tried(() => store.put(kind, name, bytes)),
    removeCheckpoint: (name) => tried(() => store.removeCheckpoint(name)),
    names: (kind) => tried(() => store.names(kind)),
  };
}

function sentenceOf(error: unknown, { address }: Store): string {
  const { cause, message } = error as Error;
  const reason = cause instanceof Error ? cause.message : message;
  return faultSentence(error) ?? `store: ${withoutPassword(address)} does not answer: ${reason}`;
}
