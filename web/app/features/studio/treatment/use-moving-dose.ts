import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { roundDose, type Treatment } from '../draft/recipes.ts';
import { useDoseWords } from './dose-words.ts';

export interface MovedDose {
  treatment: Treatment;
  value: number;
  /** The doses of the three presets. A band on the slider extends from the smallest to the largest of them. */
  ticks: readonly number[];
  onPreview: (value: number) => void;
  onCommit: (value: number) => void;
  sliderRef?: RefObject<HTMLInputElement | null> | undefined;
}

/**
 * Returns the state of a dose slider. While it moves, the slider and the drawing are updated without React. React gets
 * only the final value.
 */
export function useMovingDose({ treatment, value, ticks, onPreview, onCommit, sliderRef }: MovedDose) {
  const words = useDoseWords();
  const { unit, max } = treatment;
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
    // The effect does not depend on `ticks`, because every render creates a new list with the same values. With this
    // dependency, a save that ends while the person moves the slider or types would reset the slider and the field.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the values in `ticks` are constant for a treatment
  }, [value, words]);
  useEffect(() => {
    // React's onChange listens to the browser's input event. Only the browser's own change event means that the person
    // released the slider.
    const element = slider();
    const onChange = () => settle(Number(element?.value ?? value));
    element?.addEventListener('change', onChange);
    return () => element?.removeEventListener('change', onChange);
  });

  return {
    row,
    slider: sliderRef ?? own,
    field,
    move,
    moveBy(step: number) {
      const knob = slider();
      if (knob) move(Number(knob.value) + step);
    },
    settle,
    /**
     * Stores the dose of the slider. If the row is being removed, the slider no longer exists. Its last dose was
     * already stored when the slider stopped.
     */
    settleHere() {
      const knob = slider();
      if (knob) settle(Number(knob.value));
    },
    /** Replaces the typed text with the previous valid value. */
    restore: () => show(value),
  };
}
