import { useTranslation } from 'react-i18next';
import { auth } from '#web/lib/auth.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { forgetSession } from '#web/lib/session.tsx';
import { inLanguage } from '#web/paths.ts';
import { toast } from '#web/ui/toast.ts';

/** Signs out of every device. A fresh document follows, so that nothing of the person stays in memory. */
export function useSignOut(): () => Promise<void> {
  const { t } = useTranslation();
  const locale = useLocale();
  return async () => {
    // Signing out alone would end this device's session only.
    const { error } = await auth.revokeSessions().catch((fault: unknown) => ({ error: fault }));
    if (error) {
      toast({ kind: 'error', title: t('signOut.failed') });
      return;
    }
    await auth.signOut().catch(() => undefined);
    forgetSession();
    location.assign(inLanguage('/login', locale));
  };
}
