import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#web/ui/toast.ts';
import { ask, useAuthErrorText, useWeakPasswordText } from './auth-error.ts';
import { BirthDateField } from '#web/ui/birth-date-field.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { FormActions, NewPasswordFields } from './form-parts.tsx';
import { valuesOf } from './form-values.ts';
import { PasskeysToReview, useReviewOfReset } from './passkeys-to-review.tsx';
import { type Faults, isClean, newPasswordFaults } from './validate.ts';

interface Props {
  token: string;
  onDone: () => void;
  onInvalid: () => void;
}

export function NewPasswordForm({ token, onDone, onInvalid }: Props) {
  const { t } = useTranslation(['identity', 'ui']);
  const [faults, setFaults] = useState<Faults<'password' | 'confirm'>>({});
  const [weakness, setWeakness] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [born, setBorn] = useState('');
  const [birthFault, setBirthFault] = useState<string>();
  const { passkeys, needs_birth_date: asksBirthDate } = useReviewOfReset(token, onInvalid);
  const weakText = useWeakPasswordText();
  const errorText = useAuthErrorText();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const { password, confirm } = valuesOf(event, 'password', 'confirm');
    const found = newPasswordFaults(password, confirm);
    setFaults(found);
    setWeakness(undefined);
    setBirthFault(undefined);
    if (!isClean(found) || busy) return;
    setBusy(true);
    const keepPasskeys = new FormData(event.currentTarget).has('keep_passkeys');
    const body = { token, newPassword: password, keepPasskeys, ...(asksBirthDate && { birthDate: born }) };
    const { error } = await ask((auth) => auth.$fetch('/reset-password', { method: 'POST', body }));
    setBusy(false);
    if (!error) return onDone();
    const weak = weakText(error);
    if (weak) setWeakness(weak);
    else if (error.code === 'INVALID_TOKEN') onInvalid();
    else if (error.code === 'BIRTH_DATE_WRONG') setBirthFault(t('error.BIRTH_DATE_WRONG'));
    else if (error.code === 'BIRTH_DATE_LOCKED') setBirthFault(t('error.BIRTH_DATE_LOCKED'));
    else toast({ kind: 'error', title: errorText(error) ?? t('ui:fault.short') });
  }

  return (
    <form method="post" onSubmit={submit} noValidate>
      <Stack gap={20}>
        {asksBirthDate && (
          <BirthDateField
            label={t('recovery.birth_date')}
            hint={t('recovery.birth_date.hint')}
            defaultValue=""
            onChange={setBorn}
            error={birthFault}
          />
        )}
        <NewPasswordFields label={t('field.new_password')} faults={faults} weakness={weakness} />
        {passkeys.length > 0 && <PasskeysToReview passkeys={passkeys} />}
      </Stack>
      <FormActions label={t('recovery.save')} busy={busy} />
    </form>
  );
}
