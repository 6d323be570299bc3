import type { KeyboardEvent } from 'react';
import { parseAmount, useDoseWords } from './dose-words.ts';
import styles from './treatment.module.css';
import { type MovedDose, useMovingDose } from './use-moving-dose.ts';

interface Props extends MovedDose {
  /**
   * The label of the slider: 'Right', 'Left', or the treatment's name. The treatment's name is not visible. Only screen
   * readers read it.
   */
  label: string;
  showsLabel: boolean;
  disabled: boolean;
}

const directions: Record<string, 1 | -1> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };
const tickNames = ['from', 'middle', 'to'] as const;

/** A slider and a field for one dose. */
export function DoseSlider({ label, showsLabel, disabled, ...dose }: Props) {
  const words = useDoseWords();
  const { treatment, value } = dose;
  const { unit, max, step, fineStep } = treatment;
  const { row, slider, field, move, moveBy, settle, settleHere, restore } = useMovingDose(dose);
  const settleTyped = (text: string) => settle(parseAmount(text) ?? value);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const direction = directions[event.key];
    if (!direction || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    moveBy(direction * (event.shiftKey ? fineStep : step));
  };
  return (
    <div className={styles.slider} ref={row} data-labelled={showsLabel || undefined}>
      {showsLabel && (
        <span className={styles.side} aria-hidden="true">
          {label}
        </span>
      )}
      <span className={styles.track}>
        {tickNames.map((name) => (
          <i key={name} className={styles.tick} data-at={name} />
        ))}
        <input
          ref={slider}
          type="range"
          min={0}
          max={max}
          step={fineStep}
          defaultValue={value}
          disabled={disabled}
          aria-label={label}
          onInput={(event) => move(Number(event.currentTarget.value))}
          onKeyDown={onKeyDown}
          onKeyUp={(event) => event.key in directions && settleHere()}
          onBlur={settleHere}
        />
      </span>
      <label className={styles.value}>
        <span className="visually-hidden">{label}</span>
        <input
          ref={field}
          inputMode="decimal"
          defaultValue={words.number(value, unit)}
          disabled={disabled}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={(event) => settleTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') settleTyped(event.currentTarget.value);
            if (event.key === 'Escape') restore();
          }}
        />
        <span>{words.unit(unit)}</span>
      </label>
    </div>
  );
}
