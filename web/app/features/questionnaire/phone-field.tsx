import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ComboBox } from '#web/ui/combo-box.tsx';
import { FieldNote } from '#web/ui/field.tsx';
import { countriesIn } from './countries.ts';
import styles from './phone-field.module.css';

interface Props {
  language: 'en' | 'fr';
  country: string;
  number: string;
  error?: string;
  onCountry: (code: string) => void;
  onNumber: (number: string) => void;
}

const noteId = 'account-phone-note';

/** The dial code from a list that can be searched by name or number, and the digits after it. */
export function PhoneField({ language, country, number, error, onCountry, onNumber }: Props) {
  const { t } = useTranslation('questionnaire');
  const options = useMemo(
    () =>
      countriesIn(language).map(({ code, name, dialCode, flag }) => ({
        key: code,
        // The code is part of the label so that typing 33 finds France.
        label: `${name} +${dialCode}`,
        before: <span aria-hidden="true">{flag}</span>,
      })),
    [language],
  );
  return (
    <div className={styles.phone}>
      <ComboBox
        label={t('account.country')}
        placeholder={t('account.country.placeholder')}
        noneText={t('account.country.none')}
        options={options}
        value={country}
        onChange={(key) => key && onCountry(key)}
      />
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
