import clsx from 'clsx';
import { useId } from 'react';

interface Segment<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly disabled?: boolean;
}

interface SegmentedControlProps<T extends string> {
  readonly 'aria-label': string;
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly data: readonly Segment<T>[];
  readonly disabled?: boolean;
  readonly fullWidth?: boolean;
  readonly className?: string | undefined;
}

/** One of a few: radio buttons that look like one control. */
export function SegmentedControl<T extends string>(props: SegmentedControlProps<T>) {
  const { value, onChange, data, disabled = false, fullWidth, className } = props;
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={props['aria-label']}
      className={clsx('ui-segments', className)}
      data-wide={fullWidth}
    >
      {data.map((segment) => (
        <label key={segment.value}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            disabled={disabled || segment.disabled === true}
            onChange={() => onChange(segment.value)}
          />
          <span>{segment.label}</span>
        </label>
      ))}
    </div>
  );
}
