// What a browser must support to run the engine, and the error message if it does not.

/** A function that returns a 128-bit vector: the smallest module that needs SIMD. */
const simd = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0],
  ...[10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11],
);

/** Error message naming the missing feature; undefined if nothing is missing. */
export async function browserLacks(): Promise<string | undefined> {
  if (typeof WebAssembly === "undefined" || !WebAssembly.validate(simd))
    return "engine: this browser has no WebAssembly with SIMD (or it is disabled); use a recent browser, or wherefore serve, which needs less of it";
  const refused = await databaseRefused();
  if (refused !== undefined)
    return `engine: this browser does not let the page store tables and runs (IndexedDB: ${refused}); allow this site to store data, leave the private window, or use wherefore serve`;
  return undefined;
}

/** Why IndexedDB is unavailable; undefined if it works. */
function databaseRefused(): Promise<string | undefined> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open("wherefore try");
      request.onerror = () => resolve(request.error?.message ?? "no reason given");
      request.onblocked = () => resolve(undefined);
      request.onsuccess = () => {
        request.result.close();
        indexedDB.deleteDatabase("wherefore try");
        resolve(undefined);
      };
    } catch (error) {
      resolve(error instanceof Error ? error.message : String(error));
    }
  });
}
