import { queryOptions } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { ask, type AuthError } from './auth-error.ts';

/** The id of the doctors' OpenID provider in API calls and in page URLs. */
export const PROFESSIONAL = 'professional';

/**
 * The query for the name of the OpenID provider. The query loads the client of the API on demand, so the login page
 * shows its form without waiting for the client.
 */
export const professionalSignIn = queryOptions({
  queryKey: ['professional_sign_in'],
  queryFn: async () => (await import('#web/lib/api.ts')).call.identity.professionalSignIn(),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Returns a function that opens the provider's page. If the page cannot be opened, the function returns the error. */
export function useLeaveForProvider(path: '/sign-in/social' | '/link-social') {
  const locale = useLocale();
  return async (): Promise<AuthError | null> => {
    const back = path === '/link-social' ? '/account/security' : '/login';
    const refused = path === '/link-social' ? back : `${back}?mode=signin&by=${PROFESSIONAL}`;
    const body = {
      provider: PROFESSIONAL,
      callbackURL: inLanguage(back, locale),
      errorCallbackURL: inLanguage(refused, locale),
      disableRedirect: true,
    };
    const { data, error } = await ask<{ url: string }>((auth) => auth.$fetch(path, { method: 'POST', body }));
    if (data) location.assign(data.url);
    return error;
  };
}

/**
 * Returns a function that gives the sentence for a refusal by the provider, or by our service after the provider's
 * reply.
 */
export function useRefusedText(): (code: string, name: string) => string {
  const { t, i18n } = useTranslation('identity');
  return (code, name) => {
    const key = `identity:professional.refused.${code}`;
    // The codes come from the address, so TypeScript does not know the translation keys.
    return i18n.exists(key)
      ? (i18n.t as (key: string, values: object) => string)(key, { name })
      : t('professional.refused.other', { name });
  };
}
