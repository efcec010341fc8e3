// An error message, shown beside its cause; and a progress message.

/** Renders nothing if `text` is null. */
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
