// A picture that moves: frames from 0 to a last one, played, paused, stepped. Readers who want less motion get the last frame.

import { onBeforeUnmount, ref } from "vue";

/** @param {() => number} last @param {{ ms?: number }} options */
export function usePlayer(last, { ms = 700 } = {}) {
  const frame = ref(0);
  const isPlaying = ref(false);
  let timer;

  function pause() {
    clearInterval(timer);
    isPlaying.value = false;
  }
  function step(by) {
    pause();
    frame.value = Math.min(last(), Math.max(0, frame.value + by));
  }
  function play() {
    if (isPlaying.value) return pause();
    if (frame.value >= last()) frame.value = 0;
    isPlaying.value = true;
    timer = setInterval(() => {
      if (frame.value < last()) frame.value++;
      if (frame.value >= last()) pause();
    }, ms);
  }
  /** Begins by itself, unless the reader wants less motion. */
  function begin() {
    frame.value = 0;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) frame.value = last();
    else play();
  }

  onBeforeUnmount(pause);
  return { frame, isPlaying, play, pause, step, begin };
}
