import type { ReadingLanguage } from '#contract/languages.ts';
import { useTranslation } from 'react-i18next';
import { FieldNote } from '#web/ui/field.tsx';
import { CountryPicker } from './country-picker.tsx';
import styles from './phone-field.module.css';

interface Props {
  language: ReadingLanguage;
  country: string;
  number: string;
  error?: string;
  onCountry: (code: string) => void;
  onNumber: (number: string) => void;
}

const noteId = 'account-phone-note';

/** The fields for the dial code and for the digits after it. The second field accepts only digits and spaces. */
export function PhoneField({ language, country, number, error, onCountry, onNumber }: Props) {
  const { t } = useTranslation('questionnaire');
  return (
    <div className={styles.phone}>
      <CountryPicker language={language} country={country} onChange={onCountry} />
      <div className="field">
        <label className="field__label" htmlFor="account-phone">
          {t('account.phone')}
        </label>
        <input
          id="account-phone"
          className="input"
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          required
          value={number}
          maxLength={20}
          aria-invalid={error ? true : undefined}
          aria-describedby={noteId}
          onChange={(event) => onNumber(event.target.value.replace(/[^\d ]/g, ''))}
        />
      </div>
      <div className={styles.note}>
        <FieldNote id={noteId} hint={t('account.phone.hint')} error={error} />
      </div>
    </div>
  );
}
