// A button whose action needs confirmation.

import { type ReactNode, useState } from "react";

interface ConfirmButtonProps {
  /** Label of the button: "Delete". */
  readonly title: string;
  /** Object of the action, for screen readers. */
  readonly of: string;
  readonly question?: ReactNode;
  readonly className?: string;
  readonly isDisabled?: boolean;
  readonly onConfirm: () => void;
}

export function ConfirmButton(props: ConfirmButtonProps) {
  const { title, of, question, className, isDisabled = false, onConfirm } = props;
  const [isAsked, setAsked] = useState(false);
  const button = (text: string, onClick: () => void) => (
    <button
      type="button"
      className={className}
      disabled={isDisabled}
      aria-label={`${text} ${of}`}
      onClick={onClick}
    >
      {text}
    </button>
  );
  if (!isAsked) return button(title, () => setAsked(true));
  const confirm = (): void => {
    setAsked(false);
    onConfirm();
  };
  return (
    <>
      {question !== undefined && <span>{question}</span>}
      {button(`Yes, ${title.toLowerCase()}`, confirm)}
      {button("No, keep", () => setAsked(false))}
    </>
  );
}
