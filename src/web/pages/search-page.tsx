// Search.

export function SearchPage({ table }: { readonly table: string }) {
  return <h1>Search {table}</h1>;
}
