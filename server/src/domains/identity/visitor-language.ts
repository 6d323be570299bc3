import type { Language } from '#contract/base.ts';
import type { RequestHeaders } from '#server/platform/http/exchange.ts';

/**
 * Returns the language of the page that sent the request (/fr or /fr/…). If the page is unknown, returns the first of
 * our languages that the browser accepts. If there is none, returns English.
 */
export function visitorLanguage(headers: RequestHeaders): Language {
  const page = pathOf(headers.get('referer'));
  if (page !== null) return page === '/fr' || page.startsWith('/fr/') ? 'fr' : 'en';
  const wanted = (headers.get('accept-language') ?? '')
    .split(',')
    .map((entry) => entry.trim().slice(0, 2).toLowerCase());
  return wanted.find((code) => code === 'fr' || code === 'en') === 'fr' ? 'fr' : 'en';
}

function pathOf(address: string | null): string | null {
  return address && URL.canParse(address) ? new URL(address).pathname : null;
}
