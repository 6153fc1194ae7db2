import { type ReactNode, useId } from 'react';

interface SelectFieldProps {
  readonly label: string;
  readonly value: string | number;
  readonly className: string | undefined;
  readonly onChange: (value: string) => void;
  /** Its options. */
  readonly children: ReactNode;
}

/** A list to choose from, and its label in front of it. */
export function SelectField({ label, value, className, onChange, children }: SelectFieldProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={className}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        {children}
      </select>
    </>
  );
}
