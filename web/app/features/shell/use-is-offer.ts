import { usePathname } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';

/** The offer page is for people who come from an advertisement and have no account, so it has no sign-in link. */
export const useIsOffer = (): boolean => inLanguage(usePathname(), 'en') === '/offer';
