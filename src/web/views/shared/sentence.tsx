// What was refused, beside what caused it.

export function Sentence({ text }: { readonly text: string }) {
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
