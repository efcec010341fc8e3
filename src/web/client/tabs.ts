// Several tabs of the page in one browser: a run belongs to the one that started it, which holds a lock on it; the others hear
// of it and can send it commands.
//
// Where a browser has no locks (a page that came over plain http from another machine), every tab thinks it is alone.

import type { ProcessNews, RunState } from "../../core/index.ts";

/** What tabs say to each other of a run. */
export type TabMessage =
  | { readonly run: string; readonly news: ProcessNews }
  /** Its state in the store has changed. */
  | { readonly run: string; readonly activity: RunState["activity"] }
  | { readonly run: string; readonly please: "pause" | "stop" | "watch" };

export interface Tabs {
  /** Runs that are running in any tab. */
  readonly going: () => Promise<Set<string>>;
  /** Takes a run for this tab: what gives it back, or null where another has it. */
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
