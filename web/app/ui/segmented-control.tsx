import { type ReactNode, useId, useState } from 'react';
import { classNames } from './class-names.ts';
import './segmented-control.css';

interface Props<Value extends string> {
  /** The name for screen readers. It is not shown. */
  label: string;
  value: Value;
  options: readonly { value: Value; label: ReactNode; disabled?: boolean }[];
  /** Called with the new choice. Returns false to refuse the choice. */
  onChange: (value: Value) => unknown;
  size?: 'm' | 's';
  /** True if the options wrap into rows of two in a narrow window. */
  wraps?: boolean;
}

/** A switch between two to four views of the same content. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  options,
  onChange,
  size = 'm',
  wraps,
}: Props<Value>) {
  const name = useId();
  const [shown, choose] = useChoice(value, onChange);
  return (
    <fieldset className={classNames('segments', `segments--${size}`, wraps && 'segments--wraps')}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="segment">
          <input
            type="radio"
            name={name}
            checked={option.value === shown}
            disabled={option.disabled}
            onChange={() => choose(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}

/**
 * Returns the choice to show, and a function that changes it at once. If the page stores the choice in its address,
 * `value` changes only after the navigation. Until then, the switch must not show the old value.
 */
function useChoice<Value>(value: Value, onChange: (value: Value) => unknown) {
  const [choice, setChoice] = useState({ value, chosen: value });
  if (choice.value !== value) setChoice({ value, chosen: value });
  const choose = (chosen: Value) => {
    if (onChange(chosen) !== false) setChoice({ value, chosen });
  };
  return [choice.value === value ? choice.chosen : value, choose] as const;
}
