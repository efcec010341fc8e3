// The thread of an overseen command: the program, with the arguments that the main thread had.

import { runProgram } from "./program.ts";

process.exitCode = await runProgram();
