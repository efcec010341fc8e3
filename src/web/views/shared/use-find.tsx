// A field to find items of a long list by their names.

import { useId, useState } from "react";

/** The field, and whether a name has the text in it. */
export function useFind(label: string) {
  const id = useId();
  const [text, setText] = useState("");
  const field = (
    <>
      <label htmlFor={id}>{label}</label>
      <input id={id} type="search" value={text} onChange={({ target }) => setText(target.value)} />
    </>
  );
  return { text, field, isFound: (name: string) => name.toLowerCase().includes(text.toLowerCase()) };
}
