import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordRule } from '#contract/identity.ts';
import { auth } from '#web/lib/auth.ts';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { ask, useAuthErrorText, useWeakPasswordText } from './auth-error.ts';
import styles from './form.module.css';
import { useFaultText } from './use-fault-text.ts';
import { type Faults, isClean, newPasswordFaults } from './validate.ts';

interface Props {
  token: string;
  onDone: () => void;
  onInvalid: () => void;
}

export function NewPasswordForm({ token, onDone, onInvalid }: Props) {
  const { t } = useTranslation(['identity', 'ui']);
  const [password, setPassword] = useState('');
  const [confirm, setConfirm] = useState('');
  const [faults, setFaults] = useState<Faults<'password' | 'confirm'>>({});
  const [weakness, setWeakness] = useState<string>();
  const [busy, setBusy] = useState(false);
  const faultText = useFaultText();
  const weakText = useWeakPasswordText();
  const errorText = useAuthErrorText();

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found = newPasswordFaults(password, confirm, PasswordRule.min);
    setFaults(found);
    setWeakness(undefined);
    if (!isClean(found) || busy) return;
    setBusy(true);
    const { error } = await ask(auth.resetPassword({ token, newPassword: password }));
    setBusy(false);
    if (!error) return onDone();
    const weak = weakText(error);
    if (weak) setWeakness(weak);
    else if (error.code === 'INVALID_TOKEN') onInvalid();
    else toast({ kind: 'error', title: errorText(error) ?? t('ui:fault.short') });
  }

  const tooShort = faults.password === 'too_short' ? t('weak_password.too_short') : faultText(faults.password);
  return (
    <form onSubmit={submit} noValidate>
      <div className={styles.fields}>
        <PasswordField label={t('field.new_password')} name="new-password" autoComplete="new-password" value={password} hint={t('signup.hint')} error={tooShort ?? weakness} onChange={(event) => setPassword(event.target.value)} />
        <PasswordField label={t('field.confirm')} name="confirm-password" autoComplete="new-password" value={confirm} error={faultText(faults.confirm)} onChange={(event) => setConfirm(event.target.value)} />
      </div>
      <div className={styles.actions}>
        <Button type="submit" variant="primary" size="l" wide busy={busy}>
          {t('recovery.save')}
        </Button>
      </div>
    </form>
  );
}
