import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { isConnectionLost } from '#web/lib/connection.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { keepLanguage } from '#web/lib/reading-language.ts';
import { afterSignIn, refreshSession } from '#web/lib/session.tsx';
import { toast } from '#web/ui/toast.ts';
import { inLanguage } from '#web/paths.ts';

/** Leads to where the person wanted to go. Staff who have no second factor yet enrol first, and go on from there. */
export function useAfterSignIn(): () => Promise<void> {
  const navigate = useNavigate();
  const locale = useLocale();
  const { t } = useTranslation();
  return useCallback(async () => {
    // The page may have gone on by the time the answers come, and its address then no longer says where to.
    const { search } = location;
    // The door is open, and nobody says whose it is: what was pressed does not wait for ever.
    const user = await refreshSession().catch((error: unknown) => {
      toast({ kind: 'error', title: t(isConnectionLost(error) ? 'fault.connection' : 'fault.short') });
      return null;
    });
    if (!user) return;
    keepLanguage(user.language);
    if (user.role === 'patient') {
      const { call } = await import('#web/lib/api.ts');
      await call.identity.ensurePatientForMe().catch(() => undefined);
    }
    const to = afterSignIn(user, search, locale);
    const enrol = `${inLanguage('/account/security', locale)}?return=${encodeURIComponent(to)}`;
    await navigate(user.must_enrol_second_factor ? enrol : to, { replace: true });
  }, [navigate, locale, t]);
}
