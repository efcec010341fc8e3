// What tests load into the program before it starts: its clock is ahead by AHEAD milliseconds, or behind where that is negative.

const by = Number(process.env.AHEAD);
const now = Date.now;
Date.now = () => now() + by;
globalThis.Date = class extends Date {
  /** @param {any[]} given */
  constructor(...given) {
    super(...(given.length === 0 ? [now() + by] : given));
  }
};
