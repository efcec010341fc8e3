// Work in child processes, so that the server stays responsive, work can be killed at once, and a crash or lack of memory does
// not affect the server. A process whose server is gone exits by itself.

import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { InputError, refusedBody } from "../../core/index.ts";
import { type Refusal, refusal } from "./refusal.ts";
import { serverLine } from "./server-line.ts";

export type Script = "runs/run-process" | "tables/table-process" | "questions/question-process";

export interface Work<In> {
  readonly send: (message: In) => void;
  readonly kill: () => void;
  /** Why it failed; null if it exited normally. */
  readonly ended: Promise<string | null>;
}

/** Starts a script in a child process. */
export function startWork<In, Out>(script: Script, onMessage: (message: Out) => void): Work<In> {
  const path = fileURLToPath(new URL(`${script}.js`, import.meta.url));
  const child = fork(path, [], { execArgv: [], stdio: ["ignore", "ignore", "pipe", "ipc"] });
  let complaint = "";
  child.stderr?.on("data", (text: Buffer) => {
    complaint = (complaint + text.toString()).slice(-4000);
  });
  child.on("message", (message) => onMessage(message as Out));
  const ended = new Promise<string | null>((resolve) => {
    child.on("error", (error) => resolve(error.message));
    // A signal takes precedence over text that was written to stderr before it (V8 out of memory, the system's allocator, …).
    child.on("close", (code, signal) =>
      resolve(
        code === 0
          ? null
          : signal !== null
            ? `it was ended by ${signal}`
            : complaint.trim() || `it was ended by exit code ${code}`,
      ),
    );
  });
  return {
    // A message to a process that has just exited is dropped; `ended` reports the exit.
    send: (message) => child.connected && child.send(message as object, () => {}),
    kill: () => child.kill("SIGKILL"),
    ended,
  };
}

export interface AskOptions<Answer> {
  /** Aborted when the client no longer waits for the answer, or the request is cancelled. */
  readonly gone: AbortSignal | undefined;
  /** The error message in that case. */
  readonly cancelled: string;
  /** Time limit for the answer, in milliseconds. */
  readonly ms: number;
  /** The answer, or as a string the error message, after that time. */
  readonly late: Answer | string;
}

type AnswerNews<Answer> = { readonly answer: Answer } | Refusal;

/** The answer of a script to one order, in its own process, which exits afterwards. */
export async function askApart<Order, Answer extends object>(
  script: Script,
  order: Order,
  { ms, gone, late, cancelled }: AskOptions<Answer>,
): Promise<Answer> {
  if (gone?.aborted) throw refusal(429, cancelled);
  let news: AnswerNews<Answer> | undefined;
  let isLate = false;
  const work = startWork<Order, AnswerNews<Answer>>(script, (message) => {
    news = message;
  });
  const timer = setTimeout(() => {
    isLate = true;
    work.kill();
  }, ms);
  gone?.addEventListener("abort", work.kill);
  work.send(order);
  const failure = await work.ended;
  clearTimeout(timer);
  gone?.removeEventListener("abort", work.kill);
  if (news && "answer" in news) return news.answer;
  if (news) {
    const { status, sentence, ...about } = news;
    throw refusal(status, { error: sentence, ...about });
  }
  if (isLate && typeof late !== "string") return late;
  if (isLate) throw refusal(422, String(late));
  if (gone?.aborted) throw refusal(429, cancelled);
  const signal = /^it was ended by (SIG\w+)$/.exec(failure ?? "")?.[1];
  if (signal === undefined) throw new Error(`the ${script} failed: ${failure}`);
  throw refusal(
    422,
    signal === "SIGSEGV" || signal === "SIGBUS"
      ? `table: it must be a file that can be read, got one that crashed the reader (${signal}); write it again`
      : "table: reading it needs more memory than is available; leave rows or columns out",
  );
}

/** Answers or rejects one order, and exits (called in such a process). */
export function answerOrder<Order, Answer>(answer: (order: Order) => Promise<Answer>): void {
  const tell = serverLine<Order, AnswerNews<Answer>>((order) => {
    answer(order)
      .then(
        (result): AnswerNews<Answer> => ({ answer: result }),
        (error: Error & { refusal?: Refusal }): AnswerNews<Answer> => {
          if (error instanceof InputError) {
            const { error: sentence, ...about } = refusedBody(error);
            return { status: 422, sentence, ...about };
          }
          if (error.refusal) return error.refusal;
          throw error;
        },
      )
      .then((news) => tell(news, () => process.exit(0)));
  });
}
