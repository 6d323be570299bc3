import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { roundDose, type Treatment } from '../draft/recipes.ts';
import { parseAmount, useDoseWords } from './dose-words.ts';
import styles from './treatment.module.css';

interface Props {
  treatment: Treatment;
  /** 'Right', 'Left', or the treatment's own name, which is then not drawn. */
  label: string;
  showsLabel: boolean;
  value: number;
  /** Doses of the three presets: the band reaches from the first to the last. */
  ticks: readonly number[];
  disabled: boolean;
  onPreview: (value: number) => void;
  onCommit: (value: number) => void;
  sliderRef?: RefObject<HTMLInputElement | null>;
}

const directions: Record<string, 1 | -1> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

/** Slider and field for one dose. While it moves it draws itself and the picture; React hears of the value it stops at. */
export function DoseSlider({
  treatment,
  label,
  showsLabel,
  value,
  ticks,
  disabled,
  onPreview,
  onCommit,
  sliderRef,
}: Props) {
  const words = useDoseWords();
  const { unit, max, step, fineStep } = treatment;
  const row = useRef<HTMLDivElement>(null);
  const own = useRef<HTMLInputElement>(null);
  const slider = () => (sliderRef ?? own).current;
  const field = useRef<HTMLInputElement>(null);

  const show = (next: number) => {
    row.current?.style.setProperty('--value', String(next / max));
    const knob = slider();
    if (knob) {
      knob.value = String(next);
      knob.setAttribute('aria-valuetext', words.amount(next, unit));
    }
    if (field.current) field.current.value = words.number(next, unit);
  };
  const move = (next: number) => {
    const rounded = roundDose(next, treatment);
    show(rounded);
    onPreview(rounded);
    return rounded;
  };
  const settle = (next: number) => {
    const rounded = move(next);
    if (rounded !== value) onCommit(rounded);
  };

  useLayoutEffect(() => {
    show(value);
    const [from = 0, middle = 0, to = 0] = ticks;
    for (const [name, dose] of [
      ['--from', from],
      ['--middle', middle],
      ['--to', to],
    ] as const)
      row.current?.style.setProperty(name, String(Math.min(1, dose / max)));
  });
  useEffect(() => {
    // React's onChange is the platform's input event; only the platform's own change event says that the hand let go.
    const element = slider();
    const onChange = () => settle(Number(element?.value));
    element?.addEventListener('change', onChange);
    return () => element?.removeEventListener('change', onChange);
  });

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const direction = directions[event.key];
    if (!direction || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move(Number(slider()?.value) + direction * (event.shiftKey ? fineStep : step));
  };
  const settleHere = () => settle(Number(slider()?.value));

  return (
    <div className={styles.slider} ref={row} data-labelled={showsLabel || undefined}>
      {showsLabel && (
        <span className={styles.side} aria-hidden="true">
          {label}
        </span>
      )}
      <span className={styles.track}>
        {ticks.map((dose, at) => (
          <i key={['from', 'middle', 'to'][at]} className={styles.tick} data-at={['from', 'middle', 'to'][at]} />
        ))}
        <input
          ref={sliderRef ?? own}
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
          onBlur={(event) => settle(parseAmount(event.currentTarget.value) ?? value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') settle(parseAmount(event.currentTarget.value) ?? value);
            if (event.key === 'Escape') show(value);
          }}
        />
        <span>{words.unit(unit)}</span>
      </label>
    </div>
  );
}
