// What was refused, beside what caused it; and that something is waited for.

/** Nothing where there is no sentence. */
export function Sentence({ text }: { readonly text: string | null }) {
  if (text === null) return null;
  return (
    <p className="sentence" role="alert">
      {text}
    </p>
  );
}

export function Waiting({ what, share }: { readonly what: string; readonly share?: number | undefined }) {
  return (
    <p className="waiting" role="status">
      <progress aria-label={what} {...(share !== undefined && { value: share, max: 1 })} /> {what}
    </p>
  );
}
