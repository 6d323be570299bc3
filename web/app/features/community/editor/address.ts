import { readAddress } from '#web/lib/read-address.ts';

/**
 * Returns the address of a link. 'example.org' becomes an https address and 'marion@example.org' an e-mail address. Any
 * other text is refused.
 */
export function addressOf(text: string): string | undefined {
  const written = text.trim();
  if (written === '' || /\s/.test(written)) return undefined;
  if (/^[^@/:]+@[^@/:]+\.[^@/:]+$/.test(written)) return `mailto:${written}`;
  const address = readAddress(/^[a-z][a-z0-9+.-]*:/i.test(written) ? written : `https://${written}`);
  if (address?.protocol === 'mailto:') return address.href;
  const isWeb = address?.protocol === 'https:' || address?.protocol === 'http:';
  return isWeb && /\w\.\w/.test(address.hostname) ? address.href : undefined;
}
