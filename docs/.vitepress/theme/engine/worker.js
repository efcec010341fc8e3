// What the site computes, away from the page: a discovery, code of a page, the data of a picture. One job in a worker's life.

import * as library from "wherefore";
import { agentCourse } from "./agent-course.js";
import { exactCourse } from "./exact-course.js";
import { hullCourse } from "./hull-course.js";
import { runCode } from "./run-code.js";
import { tryTable } from "./try-table.js";

const jobs = { agentCourse, exactCourse, hullCourse, runCode, tryTable };

self.onmessage = async ({ data: { job, given } }) => {
  const tell = (news) => self.postMessage({ type: "news", news });
  try {
    self.postMessage({ type: "done", answer: await jobs[job](library, given, tell) });
  } catch (error) {
    self.postMessage({ type: "failed", sentence: error instanceof Error ? error.message : String(error) });
  }
};
