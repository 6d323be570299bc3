import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Icon } from './icon.tsx';
import './field.css';
import './chip-group.css';

export interface Choice<Value extends string> {
  value: Value;
  label: ReactNode;
  hint?: ReactNode;
}

interface Common<Value extends string> {
  /** The question, which screen readers announce before the choices. */
  legend: ReactNode;
  hideLegend?: boolean;
  choices: readonly Choice<Value>[];
  /**
   * True if each choice shows its shortcut letter on screens of at least 900 px. The screen that contains the group
   * handles the keys.
   */
  letters?: boolean;
  disabled?: boolean;
  /** The id of an element with a note or an error about the question. */
  describedBy?: string;
}

interface Many<Value extends string> extends Common<Value> {
  value: readonly Value[];
  /** The largest number of answers that the person can choose. Once it is reached, the other choices are disabled. */
  max?: number;
  onChange: (value: Value[]) => void;
}

interface One<Value extends string> extends Common<Value> {
  value: Value | undefined;
  onChange: (value: Value) => void;
}

/** A question for which the person can choose several answers. */
export function ChipGroup<Value extends string>({
  value,
  max = Number.POSITIVE_INFINITY,
  onChange,
  disabled,
  ...rest
}: Many<Value>) {
  const toggle = (one: Value) =>
    onChange(value.includes(one) ? value.filter((other) => other !== one) : [...value, one]);
  return (
    <Chips
      {...rest}
      type="checkbox"
      isOn={(one) => value.includes(one)}
      isOff={(one) => disabled || (!value.includes(one) && value.length >= max)}
      onPick={toggle}
    />
  );
}

/** A question for which the person can choose one answer. */
export function ChoiceGroup<Value extends string>({ value, onChange, disabled, ...rest }: One<Value>) {
  return (
    <Chips {...rest} type="radio" isOn={(one) => one === value} isOff={() => disabled ?? false} onPick={onChange} />
  );
}

interface ChipsProps<Value extends string> extends Common<Value> {
  type: 'checkbox' | 'radio';
  isOn: (value: Value) => boolean;
  isOff: (value: Value) => boolean;
  onPick: (value: Value) => void;
}

function Chips<Value extends string>({
  legend,
  hideLegend,
  choices,
  letters,
  type,
  isOn,
  isOff,
  onPick,
  describedBy,
}: ChipsProps<Value>) {
  const name = useId();
  return (
    <fieldset className="chips" aria-describedby={describedBy}>
      <legend className={hideLegend ? 'visually-hidden' : 'field__label chips__legend'}>{legend}</legend>
      {choices.map((choice, index) => (
        <label key={choice.value} className="chip">
          <input
            type={type}
            name={name}
            value={choice.value}
            checked={isOn(choice.value)}
            disabled={isOff(choice.value)}
            onChange={() => onPick(choice.value)}
          />
          <span className="chip__face">
            {letters && <kbd className="chip__letter only-large">{String.fromCharCode(65 + index)}</kbd>}
            <Icon as={Check} size="s" className="chip__tick" />
            <span>
              {choice.label}
              {choice.hint && <span className="chip__hint">{choice.hint}</span>}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
