import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#web/ui/toast.ts';
import { type AuthError, ask, useAuthErrorText } from '../auth-error.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';

/** The code for passkeys is larger than the form, so it is loaded after the form is shown. */
const ceremonies = () => import('./ceremony.ts');
const calmAfter_ms = 600;
/** The error code of a passkey request that a newer passkey request replaced. This error needs no message. */
const REPLACED = 'PASSKEY_REPLACED';

export const knowsPasskeys = (): boolean => typeof window !== 'undefined' && 'PublicKeyCredential' in window;

/**
 * Signs in with a passkey. The person presses the button and then chooses the passkey, or chooses it in the browser's
 * list below the email field.
 */
export function usePasskeySignIn(onSignedIn: () => Promise<void>) {
  const { t } = useTranslation(['identity', 'ui']);
  const errorText = useAuthErrorText();
  const isOffered = useHydrated() && knowsPasskeys();
  const [busy, setBusy] = useState(false);
  /**
   * The number of times that the browser's list was offered again. Pressing the button closes the list. If the sign-in
   * with the button fails, the list is offered again.
   */
  const [round, setRound] = useState(0);

  async function finish(error: AuthError | null) {
    if (!error) await onSignedIn();
    else if (error.code !== REPLACED) toast({ kind: 'error', title: errorText(error) ?? t('ui:fault.short') });
  }
  const finishOffer = useEffectEvent(finish);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round offers the list again
  useEffect(() => {
    if (!isOffered) return;
    let isOver = false;
    let end = () => {};
    const offer = async () => {
      if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
      const { signInWithPasskey, endCeremony } = await ceremonies();
      if (isOver) return;
      end = endCeremony;
      const { error } = await ask(() => signInWithPasskey(true));
      // The person did not request the list, so an error is shown only if they chose a passkey from it.
      if (!isOver && error?.code !== 'PASSKEY_CANCELLED' && error?.status !== 0) await finishOffer(error);
    };
    const timer = setTimeout(() => void offer().catch(() => undefined), calmAfter_ms);
    return () => {
      isOver = true;
      clearTimeout(timer);
      end();
    };
  }, [isOffered, round]);

  async function signIn() {
    setBusy(true);
    const { error } = await ask(async () => (await ceremonies()).signInWithPasskey(false));
    await finish(error);
    setBusy(false);
    if (error && error.code !== REPLACED) setRound((before) => before + 1);
  }
  return { isOffered, busy, signIn };
}
