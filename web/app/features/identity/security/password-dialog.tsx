import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { PasswordField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { type AuthError, ask, useAuthErrorText, useWeakPasswordText } from '../auth-error.ts';
import { NewPasswordFields } from '../form-parts.tsx';
import { valuesOf } from '../form-values.ts';
import { useFaultText } from '../use-fault-text.ts';
import { type Faults, faultsOf, isClean, newPasswordFaults, requiredFault } from '../validate.ts';

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('identity');
  const faultText = useFaultText();
  const { faults, weakness, isWrong, busy, change } = useChangePassword(onClose);
  return (
    <FormDialog
      onClose={onClose}
      title={t('security.password')}
      lead={t('security.password.text')}
      action={t('security.password.change')}
      busy={busy}
      onSubmit={(form) => void change(form)}
    >
      <PasswordField
        label={t('field.current_password')}
        name="current"
        autoComplete="current-password"
        error={faultText(faults.current) ?? (isWrong ? t('error.INVALID_PASSWORD') : undefined)}
      />
      <NewPasswordFields label={t('field.new_password')} faults={faults} weakness={weakness} />
    </FormDialog>
  );
}

function useChangePassword(onClose: () => void) {
  const { t } = useTranslation(['identity', 'ui']);
  const [faults, setFaults] = useState<Faults<'current' | 'password' | 'confirm'>>({});
  const [weakness, setWeakness] = useState<string>();
  const [isWrong, setWrong] = useState(false);
  const [busy, setBusy] = useState(false);
  const errorText = useAuthErrorText();
  const weakText = useWeakPasswordText();

  async function change(form: HTMLFormElement) {
    const { current, password, confirm } = valuesOf({ currentTarget: form }, 'current', 'password', 'confirm');
    const found = { ...faultsOf({ current: requiredFault(current) }), ...newPasswordFaults(password, confirm) };
    setFaults(found);
    setWeakness(undefined);
    setWrong(false);
    if (!isClean(found)) return;
    setBusy(true);
    const { error } = await ask((auth) =>
      auth.changePassword({ currentPassword: current, newPassword: password, revokeOtherSessions: true }),
    );
    setBusy(false);
    if (error) return refuse(error);
    toast({ kind: 'success', title: t('security.password.changed') });
    onClose();
  }

  function refuse(error: AuthError) {
    const weak = weakText(error);
    if (weak) setWeakness(weak);
    else if (error.code === 'INVALID_PASSWORD') setWrong(true);
    else toast({ kind: 'error', title: errorText(error) ?? t('ui:fault.short') });
  }
  return { faults, weakness, isWrong, busy, change };
}
