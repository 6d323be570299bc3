import { usePathname } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';

/**
 * Whether the page is the offer page. The offer page has no sign-in link, because it is for people who come from an
 * advertisement and have no account.
 */
export const useIsOffer = (): boolean => inLanguage(usePathname(), 'en') === '/offer';
