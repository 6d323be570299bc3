import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ReadingLanguage, regions } from '#contract/languages.ts';
import { latinDigits } from '#web/lib/latin-digits.ts';
import { useReadingLanguage } from '#web/lib/reading-language.ts';
import { type FieldProps, FieldNote } from './field.tsx';
import './birth-date-field.css';

const parts = ['day', 'month', 'year'] as const;
type Part = (typeof parts)[number];
type Typed = Readonly<Record<Part, string>>;

interface Props extends FieldProps {
  id?: string;
  /** The name of a hidden field with the date, so that a form can send it. */
  name?: string;
  /** False for a field that may stay empty for now, although its label does not call it optional. */
  required?: boolean;
  /**
   * The initial value, for example `1984-05-12`. If the person has typed only some parts, the others are empty
   * (`1984--12`), and the value is not a date.
   */
  defaultValue: string;
  onChange?: (date: string) => void;
}

/**
 * A field for a date as three numbers, in the usual order of the reader's language. People type a date from long ago
 * faster than they find it in a calendar.
 */
export function BirthDateField({
  label,
  hint,
  error,
  optional,
  required = !optional,
  id,
  name,
  defaultValue,
  onChange,
}: Props) {
  const { t } = useTranslation();
  const made = useId();
  const fieldId = id ?? made;
  const noteId = `${fieldId}-note`;
  const language = useReadingLanguage();
  const [typed, setTyped] = useState(() => partsOf(defaultValue));
  const type = (part: Part, text: string) => {
    const next = { ...typed, [part]: digitsOf(text, part) };
    setTyped(next);
    onChange?.(dateOf(next));
  };
  const order = orderIn(language);
  const faulty = error ? (order.find((part) => typed[part] === '') ?? order[0]) : undefined;
  return (
    <div
      className="field"
      role="group"
      aria-labelledby={`${fieldId}-label`}
      aria-describedby={error || hint ? noteId : undefined}
    >
      <span className="field__label" id={`${fieldId}-label`}>
        {label}
        {optional && <span className="field__optional"> {t('field.optional')}</span>}
      </span>
      <div className="birth-date">
        {order.map((part) => (
          <label key={part} className="birth-date__part" data-part={part}>
            <span>{nameOf(part, language)}</span>
            <input
              className="input num"
              id={`${fieldId}-${part}`}
              inputMode="numeric"
              autoComplete={`bday-${part}`}
              required={required}
              maxLength={lengthOf(part)}
              value={typed[part]}
              aria-invalid={part === faulty || undefined}
              onChange={(event) => type(part, event.target.value)}
            />
          </label>
        ))}
      </div>
      {name && <input type="hidden" name={name} value={dateOf(typed)} />}
      <FieldNote id={noteId} hint={hint} error={error} />
    </div>
  );
}

/** Returns the digits of a typed part, in Latin digits. */
export const digitsOf = (text: string, part: Part): string =>
  latinDigits(text).replace(/\D/g, '').slice(0, lengthOf(part));

const lengthOf = (part: Part): number => (part === 'year' ? 4 : 2);

export function partsOf(date: string): Typed {
  const [year = '', month = '', day = ''] = date.split('-');
  return { year, month, day };
}

/**
 * Returns the typed date. The result is empty until the person types. A missing part stays empty, so that the result is
 * not a date (`1984--12`).
 */
export function dateOf({ year, month, day }: Typed): string {
  const two = (text: string) => text && text.padStart(2, '0');
  return year || month || day ? `${year}-${two(month)}-${two(day)}` : '';
}

export function orderIn(language: ReadingLanguage): Part[] {
  const written = new Intl.DateTimeFormat(regions[language]).formatToParts(0).map(({ type }) => type);
  return parts.toSorted((a, b) => written.indexOf(a) - written.indexOf(b));
}

/** Returns the name of a part, for example 'Day', 'Jour' or '日'. */
function nameOf(part: Part, language: ReadingLanguage): string {
  const name = new Intl.DisplayNames(language, { type: 'dateTimeField' }).of(part) ?? part;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
