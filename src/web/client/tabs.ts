// Several tabs of the page in one browser: a run belongs to the tab that started it, which holds a lock on it; the others receive
// its news and can send it commands.
//
// Without the Web Locks API (a page loaded over plain http from another machine), every tab assumes that it is alone.

import type { ProcessNews, RunState } from "../../core/index.ts";

/** Messages between tabs about a run. */
export type TabMessage =
  | { readonly run: string; readonly news: ProcessNews }
  /** Its state in the store has changed. */
  | { readonly run: string; readonly activity: RunState["activity"] }
  | { readonly run: string; readonly please: "pause" | "stop" | "watch" };

export interface Tabs {
  /** Runs that are running in any tab. */
  readonly going: () => Promise<Set<string>>;
  /** Locks a run for this tab; returns the function that releases it, or null if another tab has it. */
  readonly take: (run: string) => Promise<(() => Promise<void>) | null>;
  readonly tell: (message: TabMessage) => void;
  readonly onMessage: (listener: (message: TabMessage) => void) => void;
}

const prefix = "wherefore run ";

export function openTabs(): Tabs {
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("wherefore");
  const locks = (navigator as Partial<Navigator>).locks;
  const runsHere = new Set<string>();
  return {
    going: async () => {
      const { held = [] } = (await locks?.query()) ?? {};
      const names = held.map(({ name = "" }) => name).filter((name) => name.startsWith(prefix));
      return new Set([...runsHere, ...names.map((name) => name.slice(prefix.length))]);
    },
    take: async (run) => {
      let release = (): void => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      let done: Promise<unknown> = Promise.resolve();
      const isTaken =
        locks === undefined ||
        (await new Promise<boolean>((resolve, reject) => {
          done = locks.request(prefix + run, { ifAvailable: true }, (lock) => {
            resolve(lock !== null);
            return lock ? released : undefined;
          });
          done.catch(reject);
        }));
      if (!isTaken) return null;
      runsHere.add(run);
      return async () => {
        runsHere.delete(run);
        release();
        await done;
      };
    },
    tell: (message) => channel?.postMessage(message),
    onMessage: (listener) => {
      if (channel) channel.onmessage = ({ data }: MessageEvent<TabMessage>) => listener(data);
    },
  };
}
