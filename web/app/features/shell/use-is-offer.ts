import { usePathname } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';

/** The offer is for people who come from an advertisement and have no account: it shows no way to sign in. */
export const useIsOffer = (): boolean => inLanguage(usePathname(), 'en') === '/offer';
