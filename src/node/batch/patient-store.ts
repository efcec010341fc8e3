// A store as a worker needs it: what cannot be done for now, because the disk is full or a server is being restarted, is no
// fault of the task, and is tried until it can be done. What is refused with a sentence is refused.

import { setTimeout } from "node:timers/promises";
import { InputError } from "../../core/index.ts";
import { faultSentence } from "../files/fault.ts";
import { withoutPassword } from "./queue.ts";
import type { Store } from "./store-names.ts";

export interface Patience {
  /** Hears what is waited for, once. */
  readonly say: (sentence: string) => void;
  /** Ends the waiting, with what was waited for. */
  readonly signal: AbortSignal;
  /** Milliseconds before the first attempt to follow; each takes twice as long, up to ten seconds. */
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
