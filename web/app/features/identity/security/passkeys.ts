import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuthClient } from '#web/lib/auth.ts';
import { toast } from '#web/ui/toast.ts';
import { type Answer, ask, useAuthErrorText } from '../auth-error.ts';

export interface Passkey {
  readonly id: string;
  /** The name that the person or the authenticator chose. */
  readonly name: string | null;
  readonly createdAt: string;
  /** True if a service stores the passkey and syncs it to the person's other devices. */
  readonly backedUp: boolean;
}

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async () => {
    const { data, error } = await ask<Passkey[]>((auth) => auth.$fetch('/passkey/list-user-passkeys'));
    if (error) throw new Error(`The passkeys were not answered: ${error.status}`);
    return data ?? [];
  },
});

/**
 * Returns a function that changes the passkeys. The function shows the result in a toast. After a success it also
 * reloads the list.
 */
export function usePasskeyChange(done: string, onDone: () => void) {
  const { t } = useTranslation(['identity', 'ui']);
  const queries = useQueryClient();
  const errorText = useAuthErrorText();
  const [busy, setBusy] = useState(false);

  async function change(call: (auth: AuthClient) => Promise<Answer<unknown>>) {
    if (busy) return;
    setBusy(true);
    const { error } = await ask(call);
    if (error) toast({ kind: 'error', title: errorText(error) ?? t('ui:fault.short') });
    else {
      await queries.invalidateQueries({ queryKey: passkeysQuery.queryKey });
      toast({ kind: 'success', title: done });
      onDone();
    }
    setBusy(false);
  }
  return { change, busy };
}
