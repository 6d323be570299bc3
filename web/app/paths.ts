/**
 * This file contains every address of the site as plain data, without React, so that the build and the service can read
 * it, too. `post-build.ts` writes the same list to `build/client/paths.json`. The service reads that file to decide how
 * it answers each address.
 */
export const languages = ['en', 'fr'] as const;
export type Language = (typeof languages)[number];

/**
 * Pages of signed-in people. Each entry includes all pages below it. Without `/fr` these pages use the language of the
 * account. All other pages use the language of their address, except the pages in `openedFromMail`.
 */
const readInAnyLanguage = [
  '/dashboard',
  '/account',
  '/pay',
  '/notifications',
  '/friends',
  '/community',
  '/community-diagnostic',
  '/unlock',
  '/questions',
  '/visit',
];
/**
 * Pages that are prerendered in the languages of the site. Signed-in readers of another language get a document that
 * the browser renders. The list repeats addresses of `pages`, because the browser's scripts do not contain that table.
 */
export const drawnForReaders: readonly string[] = ['/unlock', '/questions'];
/**
 * The pages that links in emails open, often in a browser without a session. The parameter `?language=` of such a link
 * sets the language.
 */
const openedFromMail = ['/reset-password', '/confirm-account', '/confirm-email'];

export const isReadInAnyLanguage = (pathname: string): boolean =>
  readInAnyLanguage.some((page) => pathname === page || pathname.startsWith(`${page}/`)) || isOpenedFromMail(pathname);

export const isOpenedFromMail = (pathname: string): boolean => openedFromMail.includes(pathname);

interface Page {
  path: string;
  /**
   * The program that renders the page. The service renders a page for each request, and the page then has no React
   * script. The build renders a page once for everyone. The reader's browser renders all other pages.
   */
  from: 'service' | 'build' | 'browser';
  /** The languages in whose sitemap the page is listed. True means both languages. */
  indexed?: true | readonly Language[];
  /** Set if the page exists in one language only. */
  only?: Language;
}

export const pages: readonly Page[] = [
  { path: '/home', from: 'service', indexed: true },
  { path: '/offer', from: 'service', indexed: true },
  { path: '/pricing', from: 'service', indexed: true },
  { path: '/how-it-works', from: 'service', indexed: true },
  { path: '/testimonials', from: 'service', indexed: ['en'] },
  { path: '/faq', from: 'service', indexed: true },
  { path: '/practitioners', from: 'service', indexed: true },
  // The sitemap sitemap-practitioners.xml lists these pages.
  { path: '/practitioners/:slug', from: 'service' },
  { path: '/help', from: 'service', indexed: true },
  { path: '/privacy-policy', from: 'service', indexed: true },
  { path: '/terms', from: 'service', indexed: true },
  { path: '/security', from: 'service', indexed: true },
  { path: '/legal/compliance', from: 'service', indexed: true },
  { path: '/legal/accessibility', from: 'service', indexed: true },
  { path: '/legal/vulnerabilities', from: 'service', indexed: true },
  { path: '/legal/moderation', from: 'service', indexed: true },
  { path: '/evidence', from: 'service', indexed: true },
  { path: '/library', from: 'service', indexed: true },
  // The sitemap sitemap-library.xml lists these pages.
  { path: '/library/:slug', from: 'service' },
  { path: '/library/:slug/:postId', from: 'service' },
  { path: '/library/:slug/guides/:guideId', from: 'service' },
  { path: '/unlock', from: 'build', indexed: true },
  { path: '/questions', from: 'build' },
  { path: '/login', from: 'build' },
  { path: '/reset-password', from: 'browser' },
  { path: '/confirm-account', from: 'browser' },
  { path: '/confirm-email', from: 'browser' },
  { path: '/verify', from: 'service', indexed: true },
  { path: '/shared', from: 'browser' },
  { path: '/404', from: 'service' },
  // The service sends this page with status 503 while the site is not published.
  { path: '/opening-soon', from: 'service' },
  // The service worker stores this page, and shows it if there is no connection.
  { path: '/offline', from: 'build' },
  // The build writes the sitemap of each language and the file robots.txt, because they contain the site's own address.
  // Each of these sitemaps lists the pages of its language.
  { path: '/sitemap.xml', from: 'build' },
  { path: '/robots.txt', from: 'build', only: 'en' },
  { path: '/dashboard', from: 'browser' },
  { path: '/dashboard/appointments/new', from: 'browser' },
  { path: '/dashboard/months', from: 'browser' },
  { path: '/dashboard/health', from: 'browser' },
  { path: '/dashboard/passport', from: 'browser' },
  { path: '/dashboard/clinical-photos', from: 'browser' },
  { path: '/dashboard/brought-along', from: 'browser' },
  { path: '/friends', from: 'browser' },
  { path: '/pay/:appointmentId', from: 'browser' },
  { path: '/visit/:visitId', from: 'browser' },
  { path: '/thank-you', from: 'browser' },
  { path: '/checkout', from: 'browser' },
  { path: '/notifications', from: 'browser' },
  { path: '/account', from: 'browser' },
  { path: '/account/membership', from: 'browser' },
  { path: '/account/security', from: 'browser' },
  { path: '/account/devices', from: 'browser' },
  { path: '/account/profile', from: 'browser' },
  { path: '/account/privacy', from: 'browser' },
  { path: '/account/public-page', from: 'browser' },
  { path: '/studio', from: 'browser' },
  { path: '/studio/urgent', from: 'browser' },
  { path: '/studio/agenda', from: 'browser' },
  { path: '/studio/calibration', from: 'browser' },
  { path: '/studio/hours', from: 'browser' },
  { path: '/studio/calendars', from: 'browser' },
  { path: '/studio/cases/:caseId', from: 'browser' },
  { path: '/studio/cases/:caseId/record', from: 'browser' },
  { path: '/studio/cases/:caseId/photos', from: 'browser' },
  { path: '/desk', from: 'browser' },
  { path: '/desk/clinic', from: 'browser' },
  { path: '/admin', from: 'browser' },
  { path: '/admin/calendar', from: 'browser' },
  { path: '/admin/providers', from: 'browser' },
  { path: '/admin/clinics', from: 'browser' },
  { path: '/admin/clinics/:clinicId', from: 'browser' },
  { path: '/admin/macros', from: 'browser' },
  { path: '/admin/inbox', from: 'browser' },
  { path: '/admin/payments', from: 'browser' },
  { path: '/admin/payments/disputes/:id', from: 'browser' },
  { path: '/admin/ledger', from: 'browser' },
  { path: '/admin/figures', from: 'browser' },
  { path: '/admin/experiments', from: 'browser' },
  { path: '/admin/cases', from: 'browser' },
  { path: '/admin/lots', from: 'browser' },
  { path: '/admin/calibration', from: 'browser' },
  { path: '/admin/users', from: 'browser' },
  { path: '/admin/audit', from: 'browser' },
  { path: '/admin/system', from: 'browser' },
  { path: '/admin/incidents', from: 'browser' },
  { path: '/admin/imports', from: 'browser' },
  { path: '/admin/practitioners', from: 'browser' },
  { path: '/admin/products', from: 'browser' },
  { path: '/admin/site', from: 'browser' },
  { path: '/admin/launch', from: 'browser' },
  { path: '/admin/directory', from: 'browser' },
  { path: '/community-diagnostic', from: 'browser' },
  { path: '/admin/moderation', from: 'browser' },
  { path: '/community', from: 'browser' },
  { path: '/community/most-popular', from: 'browser' },
  { path: '/community/hot-topics', from: 'browser' },
  { path: '/community/expert-articles', from: 'browser' },
  { path: '/community/explore', from: 'browser' },
  { path: '/community/manage', from: 'browser' },
  { path: '/community/saved', from: 'browser' },
  { path: '/community/drafts', from: 'browser' },
  { path: '/community/asked', from: 'browser' },
  { path: '/community/recent', from: 'browser' },
  { path: '/community/notifications', from: 'browser' },
  { path: '/community/invites', from: 'browser' },
  { path: '/community/decisions', from: 'browser' },
  { path: '/community/reports', from: 'browser' },
  { path: '/community/moderation', from: 'browser' },
  { path: '/community/search', from: 'browser' },
  { path: '/community/new', from: 'browser' },
  { path: '/community/new-post', from: 'browser' },
  { path: '/community/create', from: 'browser' },
  { path: '/community/code-of-conduct', from: 'browser' },
  { path: '/community/rules', from: 'browser' },
  { path: '/community/c/:tag', from: 'browser' },
  { path: '/community/t/:tag', from: 'browser' },
  { path: '/community/u/:handle', from: 'browser' },
  { path: '/community/p/:postId', from: 'browser' },
  { path: '/community/p/:postId/edit', from: 'browser' },
  { path: '/community/f/:slug', from: 'browser' },
  { path: '/community/f/:slug/edit', from: 'browser' },
  { path: '/community/f/:slug/members', from: 'browser' },
  { path: '/community/f/:slug/guides', from: 'browser' },
  { path: '/community/f/:slug/guides/new', from: 'browser' },
  { path: '/community/g/:guideId', from: 'browser' },
  { path: '/community/g/:guideId/edit', from: 'browser' },
];

/** Short addresses that redirect to another one. The service answers them with 302. */
export const redirects: Readonly<Record<string, string>> = { '/': '/home', '/fr': '/fr/home' };

/** Returns the language of a path. `/fr` and `/fr/…` are French, but `/friends` is not. */
export function languageOf(pathname: string): Language {
  return pathname === '/fr' || pathname.startsWith('/fr/') ? 'fr' : 'en';
}

/**
 * Returns the path of the same page in another language. If `path` contains a query or a fragment, the result contains
 * it, too.
 */
export function inLanguage(path: string, language: Language): string {
  const bare = languageOf(path) === 'fr' ? path.slice('/fr'.length) || '/' : path;
  return language === 'fr' ? `/fr${bare === '/' ? '' : bare}` : bare;
}

const pagesIn = (language: Language) => pages.filter(({ only }) => only === undefined || only === language);

const pathsFrom = (from: Page['from']): string[] =>
  languages.flatMap((language) =>
    pagesIn(language)
      .filter((page) => page.from === from)
      .map((page) => inLanguage(page.path, language)),
  );

export const prerenderedPaths = (): string[] => pathsFrom('build');

/** Patterns of the pages that the service renders. */
export const renderedPatterns = (): string[] => pathsFrom('service');

/** Patterns of the pages that the reader's browser renders. */
export const browserPatterns = (): string[] => pathsFrom('browser');

const matches = (path: string, pathname: string): boolean =>
  new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`).test(pathname);

export const isFrom = (from: Page['from'], pathname: string): boolean =>
  pathsFrom(from).some((path) => matches(path, pathname));

export function knownPatterns(): string[] {
  return languages.flatMap((language) =>
    pagesIn(language)
      .filter(({ path }) => path !== '/404' && path !== '/opening-soon')
      .map((page) => inLanguage(page.path, language)),
  );
}

/** Returns the path if it is on our own site, or else undefined. An address in a link must not lead to another site. */
export function safeReturn(path: string | null): string | undefined {
  if (!path?.startsWith('/') || /^\/[/\\]/.test(path) || /[\u0000-\u001f]/.test(path)) return undefined;
  return path;
}
