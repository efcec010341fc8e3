// A check box with its label.

import type { ReactNode } from "react";

interface CheckBoxProps {
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly className?: string;
  readonly label?: string;
  readonly children: ReactNode;
}

export function CheckBox({
  isOn,
  isDisabled = false,
  onChange,
  className = "",
  label,
  children,
}: CheckBoxProps) {
  return (
    <label className={`check ${className}`}>
      <input
        type="checkbox"
        checked={isOn}
        disabled={isDisabled}
        aria-label={label}
        onChange={({ target }) => onChange(target.checked)}
      />
      {children}
    </label>
  );
}
