import { useTranslation } from 'react-i18next';
import type { ReadingLanguage } from '#contract/languages.ts';
import { useReadingLanguage } from '#web/lib/reading-language.ts';
import { BirthDateField } from '#web/ui/birth-date-field.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { EMAIL_PLACE, WithEmail } from '#web/ui/email-address.tsx';
import { FieldNote } from '#web/ui/field.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { PasswordField, TextField } from '#web/ui/text-field.tsx';
import styles from './account-step.module.css';
import { nationalNumber } from './countries.ts';
import { CountryPicker } from './country-picker.tsx';
import type { DraftContact } from './draft.ts';
import type { Account, FieldFault, FaultsByField, Secrets } from './rules.ts';

interface Props {
  account: Account;
  faults: FaultsByField<keyof Account | 'phone'>;
  /** The reasons why the service refused the password as too weak. */
  passwordFault?: string;
  /**
   * The email address of the account that an earlier attempt created. If it is set, the form does not ask for the
   * address again.
   */
  madeFor?: string;
  /** True if the person has submitted everything and now corrects the email address. */
  isCorrecting: boolean;
  /** The address that was submitted, if the person may keep it. */
  sentTo?: string;
  onKeepSent: () => void;
  onContact: (contact: Partial<DraftContact>) => void;
  onSecret: (secrets: Partial<Secrets>) => void;
}

/** Step 7 of the questionnaire: the person's details, both consents, and the password. */
export default function AccountStep(props: Props) {
  const { t } = useTranslation(['questionnaire', 'consent']);
  const language = useReadingLanguage();
  const { account, faults, passwordFault, madeFor, onContact } = props;
  const { say, text, secret, box } = useFields(props);
  return (
    <Stack gap={24} className={styles.account}>
      <Correction {...props} />
      <div className={styles.fields}>
        <TextField {...text('last_name')} autoComplete="family-name" maxLength={80} />
        <TextField {...text('first_name')} autoComplete="given-name" maxLength={80} />
        <TextField
          {...text('email')}
          className={styles.wide}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          hint={t('account.email.hint')}
          readOnly={madeFor !== undefined}
        />
        <PhoneField
          language={language}
          country={account.country}
          number={account.number}
          error={say(faults.phone)}
          onCountry={(country) => onContact({ country })}
          onNumber={(number) => onContact({ number })}
        />
        <BirthDateField
          id="account-birth_date"
          label={t('account.birth_date')}
          defaultValue={account.birth_date}
          onChange={(birth_date) => onContact({ birth_date })}
          hint={t('account.birth_date.hint')}
          error={say(faults.birth_date)}
        />
        {madeFor === undefined ? (
          <>
            <PasswordField
              {...secret('password')}
              className={styles.start}
              placeholder={t('account.password.placeholder')}
              maxLength={128}
              error={say(faults.password) ?? passwordFault}
            />
            <PasswordField {...secret('confirm_password')} maxLength={128} error={say(faults.confirm_password)} />
          </>
        ) : (
          <p className={`${styles.wide} ${styles.made}`} role="status">
            <WithEmail text={t('account.kept', { email: EMAIL_PLACE })} email={madeFor} />
          </p>
        )}
      </div>
      <Stack gap={16} className={styles.boxes}>
        <Checkbox {...box('consent')} label={t('consent:simulation')} hint={t('consent:simulation.why')} />
        <Checkbox {...box('agreement')} label={t('consent:account')} />
      </Stack>
    </Stack>
  );
}

/** Says how to correct the address that was submitted. The button shows the confirmation for that address again. */
function Correction({ isCorrecting, madeFor, sentTo, onKeepSent }: Props) {
  const { t } = useTranslation('questionnaire');
  if (!isCorrecting || madeFor !== undefined) return null;
  return (
    <Stack gap={8} align="start">
      <p className={styles.made}>{t('account.correct')}</p>
      {sentTo !== undefined && (
        <button type="button" className="link" onClick={onKeepSent}>
          <WithEmail text={t('account.keep', { email: EMAIL_PLACE })} email={sentTo} />
        </button>
      )}
    </Stack>
  );
}

/** Returns the common props of all fields, by the name of the field. */
function useFields({ account, faults, onContact, onSecret }: Props) {
  const { t } = useTranslation('questionnaire');
  const say = (fault?: FieldFault) => fault && t(`error.${fault}`);
  const text = (field: 'last_name' | 'first_name' | 'email') => ({
    id: `account-${field}`,
    label: t(`account.${field}`),
    value: account[field],
    error: say(faults[field]),
    onChange: (event: Typed) => onContact({ [field]: event.target.value }),
  });
  const secret = (field: 'password' | 'confirm_password') => ({
    id: `account-${field}`,
    label: t(`account.${field}`),
    value: account[field],
    autoComplete: 'new-password',
    onChange: (event: Typed) => onSecret({ [field]: event.target.value }),
  });
  const box = (field: 'consent' | 'agreement') => ({
    checked: account[field],
    error: say(faults[field]),
    onChange: (event: { target: { checked: boolean } }) => onSecret({ [field]: event.target.checked }),
  });
  return { say, text, secret, box };
}

interface Typed {
  target: { value: string };
}

interface PhoneFieldProps {
  language: ReadingLanguage;
  country: string;
  number: string;
  error?: string;
  onCountry: (code: string) => void;
  onNumber: (number: string) => void;
}

const noteId = 'account-phone-note';

/** The fields for the dial code and for the digits after it. The second field accepts only digits and spaces. */
function PhoneField({ language, country, number, error, onCountry, onNumber }: PhoneFieldProps) {
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
          onChange={(event) => onNumber(nationalNumber(event.target.value, country))}
        />
      </div>
      <div className={styles.note}>
        <FieldNote id={noteId} hint={t('account.phone.hint')} error={error} />
      </div>
    </div>
  );
}
