import { type ReactNode, useState } from 'react';
import { TextField } from '#web/ui/text-field.tsx';

interface Props {
  label: ReactNode;
  value: number;
  min: number;
  max: number;
  disabled?: boolean;
  onChange: (value: number) => void;
}

/**
 * A field for a whole number. Typed text stays until the field loses the focus, even if it is empty. The field then
 * shows the nearest valid number.
 */
export function CountField({ value, onChange, ...field }: Props) {
  const [typed, setTyped] = useState<string>();
  const { min, max } = field;
  const take = (text: string) => {
    const count = nearestCount(text, min, max);
    if (count !== null && count !== value) onChange(count);
  };
  const isWithin = (text: string) => Number(text) >= min && Number(text) <= max;
  return (
    <TextField
      {...field}
      type="number"
      value={typed ?? value}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        if (isWithin(text)) take(text);
      }}
      onBlur={() => {
        // Valid numbers were already stored while the doctor typed. Storing one again here could undo a later change of
        // the plan, so only an invalid number is corrected.
        if (typed !== undefined && !isWithin(typed)) take(typed);
        setTyped(undefined);
      }}
    />
  );
}

/**
 * Returns the whole number from `min` to `max` that is nearest to the typed number. Returns null if the text is not a
 * number.
 */
export function nearestCount(text: string, min: number, max: number): number | null {
  if (text.trim() === '' || Number.isNaN(Number(text))) return null;
  return Math.min(max, Math.max(min, Math.round(Number(text))));
}
