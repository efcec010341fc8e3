// Watch.

export function WatchPage({ run }: { readonly run: string }) {
  return <h1>Watch {run}</h1>;
}
