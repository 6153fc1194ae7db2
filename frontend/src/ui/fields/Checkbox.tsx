import clsx from 'clsx';

interface CheckboxProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly className?: string | undefined;
}

export function Checkbox({ label, checked, onChange, className }: CheckboxProps) {
  return (
    <label className={clsx('ui-check', className)}>
      <input
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
