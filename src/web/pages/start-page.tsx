// The beginning: drop a table, take one again, or an example.

export function StartPage() {
  return <h1>Which variables cause which?</h1>;
}
