// What a process of the server hears and says. It imports nothing: a process that only oversees a thread starts without core.

/** The messages of the server, and a way to answer. */
export function serverLine<In, Out extends object>(
  onMessage: (message: In) => void,
): (message: Out, sent?: () => void) => void {
  process.on("message", (message) => onMessage(message as In));
  process.on("disconnect", () => process.exit(0));
  // Ctrl-C in a terminal reaches all processes; what to do is the server's to say.
  process.on("SIGINT", () => {});
  return (message, sent) => process.send?.(message, undefined, undefined, sent);
}
