import { Link, type LinkProps, useLocation } from 'react-router';
import { inLanguage, type Language, languageOf } from '../paths.ts';

/**
 * Returns the path of the page without a final slash. The prerendered file of a page has the path '/login/', but in the
 * browser the page has the path '/login'.
 */
export function usePathname(): string {
  const { pathname } = useLocation();
  return pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
}

/**
 * Returns the language of the address. Nothing else affects it, so a shared link has the same language for everyone.
 */
export function useLocale(): Language {
  return languageOf(usePathname());
}

/** A link whose `to` has no language prefix. On a French page, '/login' opens /fr/login. */
export function LocalisedLink({ to, ...rest }: Omit<LinkProps, 'to'> & { to: string }) {
  const locale = useLocale();
  // The landing page is sent without React, so links to it load a document.
  return <Link to={inLanguage(to, locale)} reloadDocument={to.startsWith('/home') || rest.reloadDocument} {...rest} />;
}
