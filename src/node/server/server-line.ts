// Messages between the server and its child processes. No imports: a process that only supervises a thread starts without
// core.

/** Listens for the server's messages and returns a function that answers. */
export function serverLine<In, Out extends object>(
  onMessage: (message: In) => void,
): (message: Out, sent?: () => void) => void {
  process.on("message", (message) => onMessage(message as In));
  process.on("disconnect", () => process.exit(0));
  // Ctrl-C in a terminal reaches all processes; the server decides what to do.
  process.on("SIGINT", () => {});
  return (message, sent) => process.send?.(message, undefined, undefined, sent);
}
