import { Link, type LinkProps, useLocation } from 'react-router';
import { inLanguage, type Language, languageOf } from '../paths.ts';

/** Prerendered files are read as '/home/'. In the browser the same page is '/home'. */
export function usePathname(): string {
  const { pathname } = useLocation();
  return pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
}

/** The address decides the language. Nothing is remembered, so a shared link has the same language for everybody. */
export function useLocale(): Language {
  return languageOf(usePathname());
}

/** `to` has no language prefix: on a French page, '/login' leads to /fr/login. */
export function LocalisedLink({ to, ...rest }: Omit<LinkProps, 'to'> & { to: string }) {
  const locale = useLocale();
  // The landing page has no React, so links to and from it load a document.
  return <Link to={inLanguage(to, locale)} reloadDocument={to.startsWith('/home') || rest.reloadDocument} {...rest} />;
}
