import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuthClient } from '#web/lib/auth.ts';
import { toast } from '#web/ui/toast.ts';
import { type Answer, ask, useAuthErrorText } from '../auth-error.ts';

type Call<T> = (auth: AuthClient, password: string) => Promise<Answer<T>>;

/** Asks for the password before an action that is allowed only shortly after the password was entered. */
export const useConfirmedPassword = (onConfirmed: () => void | Promise<void>) =>
  usePasswordCall(
    (auth, password) => auth.$fetch('/confirm-password', { method: 'POST', body: { password } }),
    onConfirmed,
  );

/**
 * Runs a call that needs the password again. A wrong password is reported below the field, and any other error in a
 * toast.
 */
export function usePasswordCall<T>(call: Call<T>, onDone: (data: T | null) => void | Promise<void>) {
  const { t } = useTranslation(['identity', 'ui']);
  const errorText = useAuthErrorText();
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function run(password: string) {
    if (busy) return;
    if (password === '') return setFault(t('field.required'));
    setBusy(true);
    setFault(undefined);
    const { data, error } = await ask((auth) => call(auth, password));
    if (!error) await onDone(data);
    else if (error.code === 'INVALID_PASSWORD') setFault(errorText(error));
    else toast({ kind: 'error', title: errorText(error) ?? t('ui:fault.short') });
    setBusy(false);
  }
  return { run, fault, busy };
}
