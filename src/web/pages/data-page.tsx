// Data.

export function DataPage({ table }: { readonly table: string }) {
  return <h1>Data {table}</h1>;
}
