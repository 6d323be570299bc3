import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldNote } from '#web/ui/field.tsx';
import { Select, TextField } from '#web/ui/text-field.tsx';
import styles from './request.module.css';
import { useQuery } from '@tanstack/react-query';
import { FallbackCountries } from '#contract/appointments.ts';
import { api } from '#web/lib/api.ts';
import { useReadingLanguage } from '#web/lib/reading-language.ts';
import { Stack } from '#web/ui/layout.tsx';

interface Props {
  legend: string;
  which: 'current' | 'target';
  country: string;
  city: string;
  /**
   * Disables each field. A disabled fieldset is not used here, because a dialog would focus a disabled field in the
   * fieldset, and the Tab key would stop there.
   */
  disabled?: boolean;
  error: ReactNode;
  onCountry: (country: string) => void;
  onCity: (city: string) => void;
}

/**
 * The fields for a country and a city. They share one error message, which is shown if the country or the city is
 * missing.
 */
export function PlaceFields({ legend, which, country, city, disabled, error, onCountry, onCity }: Props) {
  const { t } = useTranslation('appointments');
  const countries = useCountries();
  const id = useId();
  const fault = error ? { 'aria-invalid': true, 'aria-describedby': id } : {};
  return (
    <Stack as="fieldset" gap={6} className={styles.place}>
      <legend className="field__label">{legend}</legend>
      <div className={styles.pair}>
        <Select
          label={<span className="visually-hidden">{t('request.country')}</span>}
          name={`country_${which}`}
          autoComplete={which === 'current' ? 'country' : 'off'}
          value={country}
          disabled={disabled}
          onChange={(event) => onCountry(event.target.value)}
        >
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        <TextField
          label={<span className="visually-hidden">{t('request.city')}</span>}
          name={`city_${which}`}
          placeholder={t('request.city')}
          autoComplete={which === 'current' ? 'address-level2' : 'off'}
          maxLength={120}
          value={city}
          disabled={disabled}
          onChange={(event) => onCity(event.target.value)}
          {...fault}
        />
      </div>
      <FieldNote id={id} error={error} />
    </Stack>
  );
}

/**
 * Returns all countries, sorted by name in the reader's language. Until the list is loaded, or if it cannot be loaded,
 * returns five of them.
 */
function useCountries() {
  const { t } = useTranslation('appointments');
  const language = useReadingLanguage();
  const { data } = useQuery(
    api.appointments.listCountries.queryOptions({ input: { language }, staleTime: Number.POSITIVE_INFINITY }),
  );
  return data ?? FallbackCountries.map((code) => ({ code, name: t(`country_${code}`) }));
}
