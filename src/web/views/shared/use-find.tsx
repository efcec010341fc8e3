// A search field for the items of a long list, by name.

import { useId, useState } from "react";

/** The field, its text, and a predicate for names that contain the text. */
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
