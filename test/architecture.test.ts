// The rooms and their permitted imports: each may import those to its left, never to its right and never in a cycle. node and
// web never import each other, and import core only through core/index.ts. A long file, because all tests share one scan of
// the source.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { codeAndTexts } from "./code-and-texts.ts";

/** A room is a folder, or the file of that name. */
const rooms = {
  core: [
    "check",
    "references",
    "option",
    "math",
    "graph",
    "data",
    "net",
    "score",
    "search",
    "run",
    "report",
    "engine",
    "index",
    "library",
  ],
  node: ["files", "threads", "runs", "batch", "index", "server", "cli"],
  web: ["client", "worker", "views", "pages", "index"],
} as const;

/** Parts of screens, by what they are about: shared ones know nothing of the others. */
const views = ["shared", "graph", "draft", "knowledge", "search", "data", "watch", "result"];

/** The packages that core uses: they run anywhere and hold no state. */
const corePackages = ["zod", "fflate"];

/** What core must not say, and why. */
const banned: readonly (readonly [RegExp, string])[] = [
  [/Math\.random/, "randomness comes from a seeded Rng"],
  [
    /Math\.(pow|cbrt|hypot|log|log2|log10|log1p|exp|expm1|sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|asinh|acosh|atanh)\b/,
    "engines differ in its last bits: see math/elementary.ts",
  ],
  [/(?<!\b2) \*\* |\*\*=/, "only powers of two are the same in all engines: exp(y log x) for others"],
  [/\bconsole\./, "core does not print"],
  [/\bprocess\./, "core does not know its process"],
  [/\bset(Timeout|Interval|Immediate)\b/, "core does not wait"],
  [/\bperformance\.|\bDate\b/, "core has no clock"],
  [/\bimport\(/, "core loads nothing at run time"],
];

describe("the architecture", () => {
  it("has no room that the table does not know", () => {
    for (const { path, side, room } of files) {
      expect(side === undefined || rooms[side].some((r) => r === room), `${path} is in no room`).toBe(true);
    }
  });

  it("lets imports go only leftward", () => {
    for (const { path, side, room, imports } of files) {
      for (const to of imports.map((i) => files.find((f) => f.path === i.path))) {
        if (side === undefined || to?.side !== side) continue;
        expect(rankOf(side, to.room), `${path} imports ${to.path}`).toBeLessThanOrEqual(rankOf(side, room));
      }
    }
  });

  // What others may use of a folder is what the file of its name exports; a folder in a folder likewise.
  it("enters a family of core or node through its entry file alone", () => {
    for (const { path, side, imports } of files.filter((f) => f.side === "core" || f.side === "node")) {
      for (const { path: to } of imports) {
        // Definitions are for the list of all searches.
        if (to?.endsWith("-definition.ts")) expect(path).toBe("src/core/search/searches.ts");
        else if (to?.startsWith(`src/${side}/`)) expect(to, `imported by ${path}`).toBe(entryOf(path, to));
      }
    }
  });

  it("lets parts of screens import only leftward", () => {
    const rank = (path: string) => views.indexOf(/^src\/web\/views\/([^/]+)\//.exec(path)?.[1] ?? "");
    for (const { path, imports } of files.filter((f) => f.side === "web" && f.room === "views")) {
      expect(rank(path), path).toBeGreaterThanOrEqual(0);
      for (const { path: to } of imports)
        if (to?.startsWith("src/web/views/"))
          expect(rank(to), `${path} imports ${to}`).toBeLessThanOrEqual(rank(path));
    }
  });

  it(`keeps core by itself: relative paths and the packages ${corePackages.join(" and ")}`, () => {
    for (const { path, imports } of files.filter((f) => f.side === "core")) {
      for (const { name, path: to } of imports) {
        const isAllowed =
          to === undefined ? corePackages.includes(name.split("/")[0]) : to.startsWith("src/core/");
        expect(isAllowed, `${path} imports ${name}`).toBe(true);
      }
    }
  });

  it("lets node and web enter core through its door alone, and never each other", () => {
    for (const { path, side, imports } of files.filter((f) => f.side === "node" || f.side === "web")) {
      for (const { path: to } of imports) {
        if (to === undefined || to.startsWith(`src/${side}/`)) continue;
        const door = path === `src/${side}/index.ts` ? "src/core/library.ts" : "src/core/index.ts";
        expect(to, `${path} imports ${to}`).toBe(door);
      }
    }
  });

  it("imports files that exist", () => {
    for (const { path, imports } of files) {
      for (const { path: to } of imports) {
        if (to !== undefined)
          expect(
            files.some((f) => f.path === to),
            `${path} imports ${to}`,
          ).toBe(true);
      }
    }
  });

  it("has a source for every built file, and the name, that a bench or an experiment imports", () => {
    const textOf = (path: string) => files.find((f) => f.path === `src/${path}.ts`)?.text ?? "";
    const library = `${textOf("node/index")}${textOf("core/library")}`;
    let seen = 0;
    for (const folder of ["bench", "experiments"]) {
      for (const path of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })) {
        if (!path.endsWith(".js")) continue;
        const text = readFileSync(join(root, folder, path), "utf8");
        for (const [, built] of text.matchAll(/"[./]*\/dist\/([^"]+)\.js"/g)) {
          seen++;
          expect(
            files.some((f) => f.path === `src/${built}.ts`),
            `${folder}/${path}: ${built}`,
          ).toBe(true);
        }
        for (const [, names, built] of text.matchAll(/import \{([^}]*)\} from "[./]*\/dist\/([^"]+)\.js"/g)) {
          const exporting = built === "node/index" ? library : textOf(built);
          for (const [name] of names.matchAll(/\w+/g))
            expect(new RegExp(`\\b${name}\\b`).test(exporting), `${folder}/${path}: ${name}`).toBe(true);
        }
      }
    }
    expect(seen).toBeGreaterThan(20);
  });

  // Types may mention each other (a spec and the registry it names); code may not.
  it("has no circle of imports between files", () => {
    const done = new Set<string>();
    const visit = (path: string, trail: readonly string[]): void => {
      expect(trail, [...trail, path].join(" → ")).not.toContain(path);
      if (done.has(path)) return;
      const { imports } = files.find((f) => f.path === path)!;
      for (const { path: to, isType } of imports)
        if (to !== undefined && !isType) visit(to, [...trail, path]);
      done.add(path);
    };
    for (const { path } of files) visit(path, []);
    expect(done.size).toBe(files.length);
  });

  // Core is hundreds of files: the list of commands is printed, and a search overseen, without them.
  it("starts the command line, and the process of a run, without loading core", () => {
    const loaded = new Set<string>();
    const load = (path: string): void => {
      if (loaded.has(path)) return;
      loaded.add(path);
      const { imports } = files.find((f) => f.path === path)!;
      for (const { path: to, isType, isStatic } of imports)
        if (to !== undefined && !isType && isStatic) load(to);
    };
    for (const name of ["cli/main", "cli/program", "cli/overseen-command", "server/runs/run-process"])
      load(`src/node/${name}.ts`);
    expect([...loaded].filter((path) => path.startsWith("src/core/"))).toEqual([]);
  });

  it("has no randomness, clock, console or process in core", () => {
    for (const { path, code } of files.filter((f) => f.side === "core")) {
      for (const [word, reason] of banned) {
        expect(word.exec(code)?.[0], `${path}: ${reason}`).toBeUndefined();
      }
    }
  });

  // Ways out are data (check.ts), which the command line says with flags and the page with buttons.
  it("names flags of the command line in definitions alone", () => {
    const makers = ["report/verify-command.ts", "engine/run-command.ts", "report/style.ts"];
    const isMaker = (path: string) => makers.includes(path.replace("src/core/", ""));
    for (const { path, strings } of files.filter((f) => f.side === "core" && !isMaker(f.path))) {
      expect(
        strings.filter((text) => /(?<![\w-])--[a-z]/.test(text)),
        path,
      ).toEqual([]);
    }
  });

  it("reads environment variables in the command line alone", () => {
    for (const { path, room, code } of files) {
      if (room !== "cli") expect(/\bprocess\.env\b/.exec(code)?.[0], path).toBeUndefined();
    }
  });

  it("has one class, and no enum, namespace or default export", () => {
    for (const { path, code } of files) {
      expect(/^\s*export default\b/m.exec(code)?.[0], path).toBeUndefined();
      expect(/^\s*(export |declare |const )*(enum|namespace)\s+\w/m.exec(code)?.[0], path).toBeUndefined();
      const classes = [...code.matchAll(/\bclass\s+(\w+)/g)].map(([, name]) => name);
      expect(classes, path).toEqual(path === "src/core/check.ts" ? ["InputError"] : []);
    }
  });

  it("keeps every file to one sitting: at most 300 lines, and a comment that says what it does", () => {
    for (const { path, text } of files.filter((f) => !f.path.endsWith(".generated.ts"))) {
      expect(text.split("\n").length - 1, path).toBeLessThanOrEqual(300);
      expect(/^(#!.*\n)?\/\//.test(text), `${path} begins with a comment`).toBe(true);
    }
  });

  it("names files in kebab-case and has no room for leftovers", () => {
    for (const { path } of files) {
      expect(path).toMatch(/^src(\/[a-z0-9]+(-[a-z0-9]+)*)+(\.generated)?\.tsx?$/);
      expect(path).not.toMatch(/\/(utils?|helpers?|common|lib|types|interfaces|constants)(\/|\.tsx?$)/);
    }
  });
});

type Side = keyof typeof rooms;

interface Import {
  readonly name: string;
  /** The file, from the root of the repository; undefined for a package. */
  readonly path?: string;
  readonly isType: boolean;
  /** Is it loaded with the file that names it? Not where that says import(). */
  readonly isStatic: boolean;
}

interface SourceFile {
  readonly path: string;
  readonly side?: Side;
  readonly room: string;
  readonly text: string;
  /** The text without comments and without what stands in quotes; what a template computes is code. */
  readonly code: string;
  /** What stands in quotes, but for the flags of definitions. */
  readonly strings: readonly string[];
  readonly imports: readonly Import[];
}

const root = fileURLToPath(new URL("..", import.meta.url));
const files: readonly SourceFile[] = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
  .map((path) => join("src", path).replaceAll("\\", "/"))
  .filter((path) => /(?<!\.test|\.d)\.tsx?$/.test(path) && !path.startsWith("src/kernels/"))
  .map(sourceFile);

function sourceFile(path: string): SourceFile {
  const text = readFileSync(join(root, path), "utf8");
  const [, side, room] = path.split("/");
  const lines = text.replaceAll(/^\s*(\/\/|\/?\*).*$/gm, "");
  return {
    path,
    side: side in rooms ? (side as Side) : undefined,
    room: room.replace(/\.tsx?$/, ""),
    text,
    code: codeAndTexts(text).code,
    strings: codeAndTexts(text.replaceAll(/\bflag: "--[^"]*"/g, "")).texts,
    imports: importsOf(lines, path),
  };
}

function importsOf(code: string, path: string): Import[] {
  const statements = code.matchAll(/^(?:import|export)\s+(type\s+)?([^;"']*?\bfrom\s+)?"([^"]+)"/gm);
  const dynamic = [...code.matchAll(/\bimport\("([^"]+)"\)/g)].map(([, name]) =>
    fileOf(name, path, { isType: false, isStatic: false }),
  );
  return (
    [...statements]
      .map(([, type, names = "", name]) => {
        const listed = /\{([^}]*)\}/
          .exec(names)?.[1]
          .split(",")
          .filter((n) => n.trim() !== "");
        const isType = type !== undefined || (listed?.every((n) => n.trim().startsWith("type ")) ?? false);
        return fileOf(name, path, { isType, isStatic: true });
      })
      .concat(dynamic)
      // Style sheets, and what the bundler makes an address of, are no modules.
      .filter(({ name }) => !/\.css$|\?(url|worker)$/.test(name))
  );
}

function fileOf(name: string, from: string, kind: Pick<Import, "isType" | "isStatic">): Import {
  if (!name.startsWith(".")) return { name, ...kind };
  return { name, path: join(dirname(from), name).replaceAll("\\", "/"), ...kind };
}

/** The file that `path` may import to get at `to`: itself, or the entry of the outermost folder around it that `path` is not in. */
function entryOf(path: string, to: string): string {
  const [own, folders] = [path, to].map((p) => dirname(p).split("/"));
  const shared = folders.findIndex((name, k) => name !== own[k]);
  const outermost = Math.max(shared < 0 ? folders.length : shared, depthOfRooms);
  const family = folders[outermost];
  return family === undefined ? to : [...folders.slice(0, outermost + 1), `${family}.ts`].join("/");
}

/** src, a side, a room. */
const depthOfRooms = 3;

function rankOf(side: Side, room: string): number {
  return (rooms[side] as readonly string[]).indexOf(room);
}
