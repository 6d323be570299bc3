import { type InputHTMLAttributes, type ReactNode, useId, useRef } from 'react';
import { useCssVariable } from './use-css-variable.ts';
import './range-slider.css';

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'value' | 'onChange'> {
  label: ReactNode;
  /** The value with its unit. It is shown at the end of the line, and screen readers announce it. */
  text: string;
  value: number;
  min: number;
  max: number;
  step: number;
  onChange: (value: number) => void;
  /** The range of the usual doses. It is drawn as a thicker part of the track. */
  band?: { from: number; to: number };
}

export function RangeSlider({ label, text, value, min, max, step, band, onChange, id, ...rest }: Props) {
  const made = useId();
  const row = useRef<HTMLDivElement>(null);
  const share = (at: number) => (at - min) / (max - min || 1);
  useCssVariable(row, '--value', share(value));
  useCssVariable(row, '--band-from', share(band?.from ?? min));
  useCssVariable(row, '--band-to', share(band?.to ?? min));
  return (
    <div className="range-slider" ref={row}>
      <label htmlFor={id ?? made}>{label}</label>
      <output htmlFor={id ?? made} className="num">
        {text}
      </output>
      <input
        {...rest}
        {...{ min, max, step, value }}
        id={id ?? made}
        type="range"
        aria-valuetext={text}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}
