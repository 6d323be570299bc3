/**
 * Every address of the site as plain data, without React, so that the build and the service can read it too.
 * `post-build.ts` writes the same list to `build/client/paths.json`: the service answers an address that matches no pattern
 * with `404.html` (or `fr/404.html`) and status 404, a prerendered one with its own file, and any other with the fallback page.
 */
export const languages = ['en', 'fr'] as const;
export type Language = (typeof languages)[number];

/** Pages of the signed-in area, with all below them: without `/fr` they speak the language of the account. The others speak that of their address. */
const readInAnyLanguage = ['/dashboard', '/account', '/pay', '/notifications', '/friends'];
/** Mailed links lead here, often in a browser that knows no account: `?language=` of the link says which one to use. */
const openedFromMail = ['/reset-password', '/confirm-account', '/confirm-email'];

export const isReadInAnyLanguage = (pathname: string): boolean =>
  readInAnyLanguage.some((page) => pathname === page || pathname.startsWith(`${page}/`)) || isOpenedFromMail(pathname);

export const isOpenedFromMail = (pathname: string): boolean => openedFromMail.includes(pathname);

interface Page {
  path: string;
  /** Prerendered pages are readable without JavaScript. One with a `:name` in its address is a template that the service fills. */
  prerender: boolean;
  /** In the list for search engines, in both languages or in those named. */
  indexed?: true | readonly Language[];
  /** A site has one of it. */
  only?: Language;
}

export const pages: readonly Page[] = [
  { path: '/home', prerender: true, indexed: true },
  { path: '/offer', prerender: true, indexed: true },
  { path: '/pricing', prerender: true, indexed: true },
  { path: '/how-it-works', prerender: true, indexed: true },
  { path: '/testimonials', prerender: true, indexed: ['en'] },
  { path: '/faq', prerender: true, indexed: true },
  { path: '/practitioners', prerender: true, indexed: true },
  // One page for all of them, filled by the service; sitemap-practitioners.xml names them.
  { path: '/practitioners/:slug', prerender: true },
  { path: '/help', prerender: true, indexed: true },
  { path: '/privacy-policy', prerender: true, indexed: true },
  { path: '/terms', prerender: true, indexed: true },
  { path: '/security', prerender: true, indexed: true },
  { path: '/legal/compliance', prerender: true, indexed: true },
  { path: '/legal/accessibility', prerender: true, indexed: true },
  { path: '/legal/vulnerabilities', prerender: true, indexed: true },
  { path: '/unlock', prerender: true, indexed: true },
  { path: '/questions', prerender: true },
  { path: '/login', prerender: true },
  { path: '/reset-password', prerender: false },
  { path: '/confirm-account', prerender: false },
  { path: '/confirm-email', prerender: false },
  { path: '/verify', prerender: true, indexed: true },
  { path: '/shared', prerender: false },
  { path: '/404', prerender: true },
  // Sent with status 503 while the site is not published.
  { path: '/opening-soon', prerender: true },
  // Kept by the service worker for when there is no connection.
  { path: '/offline', prerender: true },
  // Written by the build, because they name the site's own address; each language lists its own pages.
  { path: '/sitemap.xml', prerender: true },
  { path: '/robots.txt', prerender: true, only: 'en' },
  { path: '/dashboard', prerender: false },
  { path: '/dashboard/months', prerender: false },
  { path: '/dashboard/health', prerender: false },
  { path: '/dashboard/passport', prerender: false },
  { path: '/friends', prerender: false },
  { path: '/pay/:appointmentId', prerender: false },
  { path: '/thank-you', prerender: false },
  { path: '/checkout', prerender: false },
  { path: '/notifications', prerender: false },
  { path: '/account', prerender: false },
  { path: '/account/membership', prerender: false },
  { path: '/account/security', prerender: false },
  { path: '/account/devices', prerender: false },
  { path: '/account/profile', prerender: false },
  { path: '/account/privacy', prerender: false },
  { path: '/account/public-page', prerender: false },
  { path: '/studio', prerender: false },
  { path: '/studio/urgent', prerender: false },
  { path: '/studio/cases/:caseId', prerender: false },
  { path: '/studio/cases/:caseId/record', prerender: false },
  { path: '/admin', prerender: false },
  { path: '/admin/calendar', prerender: false },
  { path: '/admin/providers', prerender: false },
  { path: '/admin/inbox', prerender: false },
  { path: '/admin/payments', prerender: false },
  { path: '/admin/experiments', prerender: false },
  { path: '/admin/cases', prerender: false },
  { path: '/admin/lots', prerender: false },
  { path: '/admin/users', prerender: false },
  { path: '/admin/audit', prerender: false },
  { path: '/admin/system', prerender: false },
  { path: '/admin/incidents', prerender: false },
  { path: '/admin/practitioners', prerender: false },
  { path: '/admin/products', prerender: false },
  { path: '/admin/site', prerender: false },
  { path: '/admin/launch', prerender: false },
  { path: '/admin/directory', prerender: false },
  { path: '/community-diagnostic', prerender: false },
  { path: '/admin/moderation', prerender: false },
  { path: '/community', prerender: false },
  { path: '/community/most-popular', prerender: false },
  { path: '/community/hot-topics', prerender: false },
  { path: '/community/expert-articles', prerender: false },
  { path: '/community/explore', prerender: false },
  { path: '/community/manage', prerender: false },
  { path: '/community/saved', prerender: false },
  { path: '/community/drafts', prerender: false },
  { path: '/community/asked', prerender: false },
  { path: '/community/recent', prerender: false },
  { path: '/community/notifications', prerender: false },
  { path: '/community/invites', prerender: false },
  { path: '/community/decisions', prerender: false },
  { path: '/community/moderation', prerender: false },
  { path: '/community/search', prerender: false },
  { path: '/community/new', prerender: false },
  { path: '/community/new-post', prerender: false },
  { path: '/community/create', prerender: false },
  { path: '/community/code-of-conduct', prerender: false },
  { path: '/community/rules', prerender: false },
  { path: '/community/c/:tag', prerender: false },
  { path: '/community/t/:tag', prerender: false },
  { path: '/community/u/:handle', prerender: false },
  { path: '/community/p/:postId', prerender: false },
  { path: '/community/p/:postId/edit', prerender: false },
  { path: '/community/f/:slug', prerender: false },
  { path: '/community/f/:slug/edit', prerender: false },
  { path: '/community/f/:slug/members', prerender: false },
];

/** Short addresses that belong to another one; the service answers them with 302. */
export const redirects: Readonly<Record<string, string>> = { '/': '/home', '/fr': '/fr/home' };

/** `/fr` and `/fr/…` are French; `/friends` is not. */
export function languageOf(pathname: string): Language {
  return pathname === '/fr' || pathname.startsWith('/fr/') ? 'fr' : 'en';
}

/** The same page in another language; keeps query and fragment when they are part of the text. */
export function inLanguage(path: string, language: Language): string {
  const bare = languageOf(path) === 'fr' ? path.slice('/fr'.length) || '/' : path;
  return language === 'fr' ? `/fr${bare === '/' ? '' : bare}` : bare;
}

export function prerenderedPaths(): string[] {
  return languages.flatMap((language) =>
    pagesIn(language)
      .filter((page) => page.prerender)
      .map((page) => inLanguage(builtAt(page.path), language)),
  );
}

const pagesIn = (language: Language) => pages.filter(({ only }) => only === undefined || only === language);

/** A page is built once for all the addresses that its pattern stands for. */
const builtAt = (path: string): string => path.replaceAll(/:\w+/g, '_');

/** Pattern → the prerendered page that is filled for each address. */
export function templates(): Record<string, string> {
  const patterns = pages.filter(({ path, prerender }) => prerender && path.includes(':'));
  const entries = patterns.flatMap(({ path }) =>
    languages.map((language) => [inLanguage(path, language), inLanguage(builtAt(path), language)]),
  );
  return Object.fromEntries(entries);
}

export function knownPatterns(): string[] {
  return languages.flatMap((language) =>
    pagesIn(language)
      .filter((page) => page.path !== '/404')
      .map((page) => inLanguage(page.path, language)),
  );
}

/** A path of our own site, or nothing: an address given in a link must not lead anywhere else. */
export function safeReturn(path: string | null): string | undefined {
  if (!path?.startsWith('/') || /^\/[/\\]/.test(path) || /[\u0000-\u001f]/.test(path)) return undefined;
  return path;
}
