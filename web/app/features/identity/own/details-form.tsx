import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { MyDetails } from '#contract/account.ts';
import type { Role } from '#contract/base.ts';
import { languageNames, ReadingLanguages } from '#contract/languages.ts';
import { focusSoon } from '#web/lib/focus-soon.ts';
import { BirthDateField } from '#web/ui/birth-date-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { Select, TextField } from '#web/ui/text-field.tsx';
import styles from './own.module.css';
import { type Fault, useSaveDetails } from './use-save-details.ts';

export function DetailsForm({ details, role }: { details: MyDetails; role: Role }) {
  const { t } = useTranslation(['account', 'identity']);
  const { hash } = useLocation();
  const { faults, isPending, save } = useSaveDetails();
  // The dashboard links to this field, which is far down on a phone.
  useEffect(() => {
    if (hash === '#birth_date') focusSoon(() => document.querySelector('input[id^="birth_date-"]'));
  }, [hash]);
  const say = (name: Fault) => (faults[name] ? t(`profile.fault.${faults[name]}`) : undefined);
  const isFixed = details.is_name_registered;
  const named = (name: 'first_name' | 'last_name') => ({
    name,
    maxLength: 80,
    defaultValue: details[name],
    readOnly: isFixed,
    error: say(name),
  });
  return (
    <Stack as="form" gap={20} onSubmit={save} noValidate>
      <div className={styles.pair}>
        <TextField {...named('first_name')} label={t('profile.first')} autoComplete="given-name" />
        <TextField {...named('last_name')} label={t('profile.last')} autoComplete="family-name" />
      </div>
      {isFixed && <p className="small muted">{t('profile.registered')}</p>}
      <div className={styles.pair}>
        <TextField
          label={t('profile.phone')}
          name="phone"
          type="tel"
          autoComplete="tel"
          optional
          maxLength={30}
          defaultValue={details.phone ?? ''}
          hint={t('profile.phone.hint')}
          error={say('phone')}
        />
        {role === 'patient' && (
          <BirthDateField
            id="birth_date"
            label={t('profile.birth')}
            name="birth_date"
            required={details.birth_date !== null}
            defaultValue={details.birth_date ?? ''}
            error={say('birth_date')}
          />
        )}
      </div>
      <Select
        label={t('profile.language')}
        name="language"
        defaultValue={details.language}
        hint={t('profile.language.hint')}
      >
        {ReadingLanguages.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </Select>
      <Row gap={12} rowGap={8} align="center" wrap>
        <Button type="submit" variant="primary" busy={isPending}>
          {t('profile.save')}
        </Button>
      </Row>
    </Stack>
  );
}
