// A table of a few columns by letters, which a picture has room for.

/** @param {typeof import("wherefore")} library @param {import("wherefore").Table} table */
export function lettered({ createTable }, { names, X }) {
  return createTable(
    names.map((_, j) => String.fromCharCode(65 + j)),
    X,
  );
}
