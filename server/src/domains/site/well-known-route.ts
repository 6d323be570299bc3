import type { Context } from '#server/platform/context.ts';
import { isRead, type Route, send } from '#server/platform/http/exchange.ts';
import type { ContentOf } from '#contract/site.ts';
import type { Published } from './published.ts';

const SECURITY = '/.well-known/security.txt';
/**
 * The path where password managers look for the page on which a password can be changed. The W3C document "A Well-Known
 * URL for Changing Passwords" defines it.
 */
const CHANGE_PASSWORD = '/.well-known/change-password';
const PLAIN = 'text/plain; charset=utf-8';
const DAY_MS = 86_400_000;
/** The number of days until security.txt expires. RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

/**
 * Serves two paths that programs look up: the contact for security reports (RFC 9116), and the page on which a password
 * can be changed.
 */
export function wellKnownRoute({ config, clock }: Context, published: Published): Route {
  async function securityText(): Promise<string> {
    const { contact } = await published.blocksOf({ region: 'global', language: 'en' });
    const { email } = contact.content.content as ContentOf<'contact'>;
    const expires = new Date(Math.floor(clock.now().getTime() / DAY_MS) * DAY_MS + VALID_DAYS * DAY_MS);
    return [
      `Contact: mailto:${email}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en, fr',
      `Canonical: ${config.publicUrl}${SECURITY}`,
      `Policy: ${config.publicUrl}/legal/vulnerabilities`,
      '',
    ].join('\n');
  }
  return {
    access: 'visitor',
    matches: (exchange) => isRead(exchange) && [SECURITY, CHANGE_PASSWORD].includes(exchange.url.pathname),
    async answer(exchange) {
      if (exchange.url.pathname === SECURITY)
        return send(exchange, 200, PLAIN, await securityText(), { 'Cache-Control': 'no-cache' });
      return send(exchange, 302, PLAIN, '', { Location: '/account/security', 'Cache-Control': 'no-cache' });
    },
  };
}
