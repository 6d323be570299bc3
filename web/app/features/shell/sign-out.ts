import { useTranslation } from 'react-i18next';
import { authClient } from '#web/lib/auth.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { keepLanguage } from '#web/lib/reading-language.ts';
import { forgetSession } from '#web/lib/session.tsx';
import { inLanguage } from '#web/paths.ts';
import { toast } from '#web/ui/toast.ts';

/**
 * Returns a function that signs the person out. The service ends all their sessions, so they are signed out on every
 * device. A new document is then loaded, so that no data of the person stays in memory.
 */
export function useSignOut(): () => Promise<void> {
  const { t } = useTranslation();
  const locale = useLocale();
  return async () => {
    const failed = await authClient()
      .then((auth) => auth.signOut())
      .then(
        ({ error }) => error && 'signOut.fault',
        () => 'signOut.failed' as const,
      );
    if (failed) {
      toast({ kind: 'error', title: t(failed) });
      return;
    }
    await leaveDevice();
    forgetSession();
    keepLanguage(undefined);
    location.assign(inLanguage('/home', locale));
  };
}

const patience_ms = 1000;

/**
 * Stops push notifications on this device, and forgets the unsent text and the photos that this tab has submitted.
 * Waits at most a second for the browser. If push notifications are not stopped by then, the service still sends none
 * without a session.
 */
export const leaveDevice = () =>
  Promise.race([
    Promise.allSettled([
      import('#web/lib/push-device.ts').then((push) => push.leavePush()),
      import('#web/lib/unsent-value.ts').then((typed) => typed.forgetTyped()),
      import('#web/lib/handed-in.ts').then((handedIn) => handedIn.forgetHandedIn()),
    ]),
    new Promise((resolve) => setTimeout(resolve, patience_ms)),
  ]);
