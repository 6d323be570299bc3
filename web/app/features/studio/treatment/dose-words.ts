import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '#web/lib/locale.tsx';
import { type Dose, type Recipe, type Sides, sidesOf, type Treatment, totalOf } from '../draft/recipes.ts';
import { treatments } from './treatments.ts';

const regions = { en: 'en-GB', fr: 'fr-FR' } as const;

/**
 * Returns a function that formats amounts. The number of decimals depends on the unit, for example '0.30', '12' or
 * '2.5'.
 */
export function amountFormat(language: 'en' | 'fr', unit: Treatment['unit']): (value: number) => string {
  const digits = { mL: [2, 2], U: [0, 1], '%': [0, 0] }[unit] as [number, number];
  const format = new Intl.NumberFormat(regions[language], {
    minimumFractionDigits: digits[0],
    maximumFractionDigits: digits[1],
  });
  return (value) => format.format(value);
}

/**
 * Converts typed text into a number. The decimal mark may be a point or a comma. Returns null if the text is not a
 * number.
 */
export function parseAmount(text: string): number | null {
  const value = Number(text.trim().replace(',', '.'));
  return text.trim() === '' || !Number.isFinite(value) ? null : value;
}

/** Returns functions that format doses in the reader's language. A no-break space keeps number and unit on one line. */
export function useDoseWords() {
  const { t } = useTranslation('studio');
  const language = useLocale();
  return useMemo(() => {
    const formats = {
      mL: amountFormat(language, 'mL'),
      U: amountFormat(language, 'U'),
      '%': amountFormat(language, '%'),
    };
    const unitOf = (unit: Treatment['unit']) => t(`unit.${unit}`);
    const amount = (value: number, unit: Treatment['unit']) => `${formats[unit](value)}\u00a0${unitOf(unit)}`;
    const sides = ({ right, left }: Sides, unit: Treatment['unit']) => {
      if (right !== left)
        return t('dose.sides', { right: formats[unit](right), left: formats[unit](left), unit: unitOf(unit) });
      return unit === '%' ? amount(right, unit) : t('dose.per_side', { amount: amount(right, unit) });
    };
    return {
      number: (value: number, unit: Treatment['unit']) => formats[unit](value),
      unit: unitOf,
      amount,
      /** Formats a dose, for example '0.25 mL per side', 'R 0.60 · L 0.55 mL' or '12 U'. */
      dose(dose: Dose, { unit, isSided }: Treatment): string {
        if (!isSided && typeof dose === 'number') return amount(dose, unit);
        return sides(sidesOf(dose), unit);
      },
      /** Formats the doses of both sides, for example '0.25 mL per side' or 'R 0.60 · L 0.55 mL'. */
      sides,
      /** Formats the totals of a recipe, for example '2.35 mL · 24 U'. */
      totals: (recipe: Recipe) =>
        `${amount(totalOf(recipe, treatments, 'filler'), 'mL')} · ${amount(totalOf(recipe, treatments, 'toxin'), 'U')}`,
    };
  }, [t, language]);
}
