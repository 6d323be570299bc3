import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordRule } from '#contract/identity.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { PasswordField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { ask, useAuthErrorText, useWeakPasswordText } from '../auth-error.ts';
import { newPasswordFaults } from '../validate.ts';
import styles from './security.module.css';

interface Props {
  isOpen: boolean;
  onClose: () => void;
}

export function PasswordDialog({ isOpen, onClose }: Props) {
  const { t } = useTranslation('identity');
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('security.password')} lead={t('security.password.text')}>
      <PasswordForm onClose={onClose} />
    </Dialog>
  );
}

interface FieldTexts {
  current?: string;
  password?: string;
  confirm?: string;
}

function PasswordForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('identity');
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [confirm, setConfirm] = useState('');
  const { texts, busy, change } = useChangePassword(onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void change(current, password, confirm);
  };
  return (
    <form className={styles.steps} onSubmit={submit} noValidate>
      <PasswordField
        label={t('field.current_password')}
        autoComplete="current-password"
        value={current}
        error={texts.current}
        onChange={(event) => setCurrent(event.target.value)}
      />
      <PasswordField
        label={t('field.new_password')}
        autoComplete="new-password"
        value={password}
        hint={t('signup.hint')}
        error={texts.password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <PasswordField
        label={t('field.confirm')}
        autoComplete="new-password"
        value={confirm}
        error={texts.confirm}
        onChange={(event) => setConfirm(event.target.value)}
      />
      <div className={styles.pair}>
        <Button type="submit" variant="primary" busy={busy}>
          {t('security.password.change')}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {t('dialog.cancel')}
        </Button>
      </div>
    </form>
  );
}

function useChangePassword(onClose: () => void) {
  const { t } = useTranslation(['identity', 'ui']);
  const [texts, setTexts] = useState<FieldTexts>({});
  const [busy, setBusy] = useState(false);
  const errorText = useAuthErrorText();
  const weakText = useWeakPasswordText();

  function textsFor(current: string, password: string, confirm: string): FieldTexts {
    const faults = newPasswordFaults(password, confirm, PasswordRule.min);
    return {
      ...(current === '' && { current: t('field.required') }),
      ...(faults.password && {
        password: t(faults.password === 'required' ? 'field.required' : 'weak_password.too_short'),
      }),
      ...(faults.confirm && { confirm: t('signup.mismatch') }),
    };
  }

  async function change(currentPassword: string, newPassword: string, confirm: string) {
    const found = textsFor(currentPassword, newPassword, confirm);
    setTexts(found);
    if (Object.keys(found).length > 0 || busy) return;
    setBusy(true);
    const { error } = await ask((auth) =>
      auth.changePassword({ currentPassword, newPassword, revokeOtherSessions: true }),
    );
    setBusy(false);
    if (!error) {
      toast({ kind: 'success', title: t('security.password.changed') });
      return onClose();
    }
    const weak = weakText(error);
    if (weak) setTexts({ password: weak });
    else if (error.code === 'INVALID_PASSWORD') setTexts({ current: errorText(error) });
    else toast({ kind: 'error', title: errorText(error) ?? t('ui:fault.short') });
  }
  return { texts, busy, change };
}
