// The Python environments of the peers, with exactly the required versions: bench/peers/.venv from requirements.txt, and for a
// peer that needs other versions of its dependencies, .venv-NAME from requirements-NAME.txt.
//
//     node bench/peers/venv.js [PYTHON]        creates the first (with python3 by default) and prints its interpreter

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));

/**
 * Path of the environment's interpreter; the environment is created if it is missing, incomplete or has other versions.
 * @param {string} python the interpreter to make it with, 3.11 or later
 * @param {string} name of a peer with its own environment
 * @returns {string}
 */
export function peerPython(python = "python3", name = "") {
  const [folder, requirements] = name
    ? [`.venv-${name}`, `requirements-${name}.txt`]
    : [".venv", "requirements.txt"];
  const interpreter = here(`${folder}/${process.platform === "win32" ? "Scripts/python.exe" : "bin/python"}`);
  const wanted = readFileSync(here(requirements), "utf8");
  const stamp = here(`${folder}/installed.txt`); // written last: an interrupted installation has none
  if (existsSync(interpreter) && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted)
    return interpreter;
  console.error(`making bench/peers/${folder} from bench/peers/${requirements} …`);
  execFileSync(python, ["-m", "venv", "--clear", here(folder)], { stdio: "inherit" });
  const install = [
    "-m",
    "pip",
    "install",
    "--quiet",
    "--disable-pip-version-check",
    "-r",
    here(requirements),
  ];
  execFileSync(interpreter, install, { stdio: "inherit" });
  writeFileSync(stamp, wanted);
  return interpreter;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(peerPython(process.argv[2]));
