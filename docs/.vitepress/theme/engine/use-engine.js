// A worker for a part of a page: made when it is first needed, ended with it or when the reader stops it.

import { onBeforeUnmount, ref } from "vue";
import EngineWorker from "./worker.js?worker";

export function useEngine() {
  const isRunning = ref(false);
  const failure = ref("");
  let worker;
  let leave = () => {};

  function stop() {
    worker?.terminate();
    worker = undefined;
    isRunning.value = false;
    leave(undefined);
  }

  /** The answer of a job; undefined where it failed (`failure` says why) or was stopped. */
  function run(job, given, onNews = () => {}) {
    stop();
    failure.value = "";
    isRunning.value = true;
    worker = new EngineWorker();
    return new Promise((resolve) => {
      leave = resolve;
      const end = (sentence) => {
        failure.value = sentence;
        stop();
      };
      worker.onerror = ({ message }) => end(message || "this browser could not start the worker");
      worker.onmessage = ({ data }) => {
        if (data.type === "news") return onNews(data.news);
        if (data.type === "failed") return end(data.sentence);
        resolve(data.answer);
        stop();
      };
      worker.postMessage({ job, given });
    });
  }

  onBeforeUnmount(stop);
  return { run, stop, isRunning, failure };
}
