// The Python environment of the peers, bench/peers/.venv, with exactly the versions of requirements.txt.
//
//     node bench/peers/venv.js [PYTHON]        makes it (with python3 unless told) and prints its interpreter

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));

/**
 * Path of the environment's interpreter; the environment is made where it is absent, unfinished or of other versions.
 * @param {string} python the interpreter to make it with, 3.11 or later
 * @returns {string}
 */
export function peerPython(python = "python3") {
  const interpreter = here(process.platform === "win32" ? ".venv/Scripts/python.exe" : ".venv/bin/python");
  const wanted = readFileSync(here("requirements.txt"), "utf8");
  const stamp = here(".venv/installed.txt"); // written last: an interrupted installation has none
  if (existsSync(interpreter) && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted)
    return interpreter;
  console.error("making bench/peers/.venv from bench/peers/requirements.txt …");
  execFileSync(python, ["-m", "venv", "--clear", here(".venv")], { stdio: "inherit" });
  const install = [
    "-m",
    "pip",
    "install",
    "--quiet",
    "--disable-pip-version-check",
    "-r",
    here("requirements.txt"),
  ];
  execFileSync(interpreter, install, { stdio: "inherit" });
  writeFileSync(stamp, wanted);
  return interpreter;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(peerPython(process.argv[2]));
