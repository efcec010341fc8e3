// The thread of a supervised command: runs the program with the arguments of the main thread.

import { runProgram } from "./program.ts";

process.exitCode = await runProgram();
