// The command line. A command that searches runs in its own thread, supervised by this one (overseen-command.ts); any other
// runs here.

const searching = ["discover", "resume", "compare", "batch", "grid"];

// The reader of the output may have closed it (`| head`).
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit();
  throw error;
});

const argv = process.argv.slice(2);
const isAsked = argv.some((word) => word === "--help" || word === "-h");
if (searching.includes(argv[0]) && !isAsked) {
  const { overseenCommand } = await import("./overseen-command.ts");
  process.exitCode = await overseenCommand(argv);
} else {
  const { runProgram } = await import("./program.ts");
  process.exitCode = await runProgram();
}
