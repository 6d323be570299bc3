import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { isConnectionLost } from '#web/lib/connection.ts';
import { restoreTypedAtEnd } from '#web/lib/keep-typed.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { keepLanguage } from '#web/lib/reading-language.ts';
import { afterSignIn, refreshSession } from '#web/lib/session.tsx';
import { toast } from '#web/ui/toast.ts';
import { inLanguage } from '#web/paths.ts';

/**
 * Returns a function that opens the page that the person wanted before signing in, with the text that was typed there
 * when the session ended. Staff without a second factor must first set one up, and then continue on that page.
 */
export function useAfterSignIn(): () => Promise<void> {
  const navigate = useNavigate();
  const locale = useLocale();
  const { t } = useTranslation();
  return useCallback(async () => {
    // Reads the query before the session is loaded. Another page may open in the meantime, and the address of that page
    // does not contain the page to return to.
    const { search } = location;
    // The sign-in succeeded, but the session may fail to load. The pressed button must then become usable again.
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
    await restoreTypedAtEnd();
  }, [navigate, locale, t]);
}
