// Result.

export function ResultPage({ run }: { readonly run: string }) {
  return <h1>Result {run}</h1>;
}
