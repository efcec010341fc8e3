// Knowledge.

export function KnowledgePage({ table }: { readonly table: string }) {
  return <h1>Knowledge {table}</h1>;
}
