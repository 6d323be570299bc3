import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordRule } from '#contract/identity.ts';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { ask, useAuthErrorText, useWeakPasswordText } from './auth-error.ts';
import styles from './form.module.css';
import { valuesOf } from './form-values.ts';
import { useFaultText } from './use-fault-text.ts';
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
  const faultText = useFaultText();
  const weakText = useWeakPasswordText();
  const errorText = useAuthErrorText();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const { password, confirm } = valuesOf(event, 'password', 'confirm');
    const found = newPasswordFaults(password, confirm, PasswordRule.min);
    setFaults(found);
    setWeakness(undefined);
    if (!isClean(found) || busy) return;
    setBusy(true);
    const { error } = await ask((auth) => auth.resetPassword({ token, newPassword: password }));
    setBusy(false);
    if (!error) return onDone();
    const weak = weakText(error);
    if (weak) setWeakness(weak);
    else if (error.code === 'INVALID_TOKEN') onInvalid();
    else toast({ kind: 'error', title: errorText(error) ?? t('ui:fault.short') });
  }

  const tooShort = faults.password === 'too_short' ? t('weak_password.too_short') : faultText(faults.password);
  return (
    <form method="post" onSubmit={submit} noValidate>
      <div className={styles.fields}>
        <PasswordField
          label={t('field.new_password')}
          name="password"
          autoComplete="new-password"
          hint={t('signup.hint')}
          error={tooShort ?? weakness}
        />
        <PasswordField
          label={t('field.confirm')}
          name="confirm"
          autoComplete="new-password"
          error={faultText(faults.confirm)}
        />
      </div>
      <div className={styles.actions}>
        <Button type="submit" variant="primary" size="l" wide busy={busy}>
          {t('recovery.save')}
        </Button>
      </div>
    </form>
  );
}
