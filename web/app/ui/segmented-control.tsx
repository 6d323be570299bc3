import { type ReactNode, useId } from 'react';
import './segmented-control.css';

interface Props<Value extends string> {
  /** What is being switched; read aloud, not shown. */
  label: string;
  value: Value;
  options: readonly { value: Value; label: ReactNode; disabled?: boolean }[];
  onChange: (value: Value) => void;
  size?: 'm' | 's';
}

/** Two or three views of one thing. */
export function SegmentedControl<Value extends string>({ label, value, options, onChange, size = 'm' }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className={`segments segments--${size}`}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="segment">
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
