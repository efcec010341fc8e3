// Two runs edge by edge.

export function ComparePage({ a, b }: { readonly a: string; readonly b: string }) {
  return (
    <h1>
      {a} and {b}
    </h1>
  );
}
