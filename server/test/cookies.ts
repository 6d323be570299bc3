/**
 * Every cookie that the service sets: its name without the prefix for encrypted connections, and the words with which
 * the privacy policy names it in English and French.
 */
export const cookies: Readonly<Record<string, { readonly en: string; readonly fr: string }>> = {
  'flaira.session_token': { en: 'the session cookie', fr: 'le cookie de session' },
  'flaira.two_factor': { en: 'your second factor', fr: 'la double authentification' },
  'flaira.better-auth-passkey': { en: 'a passkey', fr: 'une clé d’accès' },
  'flaira.state': {
    en: 'the sign-in service for health professionals',
    fr: 'le service d’identification des professionnels de santé',
  },
  flaira_device: { en: 'the browser cookie', fr: 'le cookie de navigateur' },
  flaira_lead: { en: 'the lead cookie', fr: 'le cookie de demande' },
};

/** Throws if the privacy policy does not name this cookie. */
export function assertNamed(cookie: string): void {
  if (!Object.hasOwn(cookies, cookie.replace(/^__(Host|Secure)-/, '')))
    throw new Error(
      `The service set the cookie ${cookie}. The privacy policy and server/test/cookies.ts must name it.`,
    );
}
