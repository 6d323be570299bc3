import type { Page } from '@playwright/test';

/** A place of the product that the tour captures in a screenshot. */
export interface Place {
  readonly name: string;
  /** Path without the language's prefix. */
  readonly path: string;
  /** The demo account that visits; undefined for public pages. */
  readonly who?: string;
  /** Actions in the page before the screenshot. */
  readonly act?: (page: Page) => Promise<unknown>;
}

const firstCase = async (page: Page) => {
  await page.getByRole('row').filter({ hasText: /FL-/ }).first().dblclick();
  await page.locator('figure[data-ready] canvas').first().waitFor({ timeout: 90_000 });
};

const open = (names: readonly string[], path: string, who?: string): Place[] =>
  names.map((name) => ({ name: name || 'start', path: name ? `${path}/${name}` : path, ...(who && { who }) }));

const within = (folder: string, places: readonly Place[]): Place[] =>
  places.map((place) => ({ ...place, name: `${folder}/${place.name}` }));

/** The places, in the order in which a person visits them. */
export const places: readonly Place[] = [
  ...within(
    'public',
    open(
      [
        'home',
        'offer',
        'pricing',
        'how-it-works',
        'testimonials',
        'faq',
        'practitioners',
        'help',
        'security',
        'verify',
      ],
      '',
    ),
  ),
  { name: 'public/practitioner', path: '/practitioners/helene-vasseur' },
  ...within('public', open(['privacy-policy', 'terms', 'community-diagnostic', 'thank-you', 'nothing-here'], '')),
  ...within('intake', open(['unlock', 'questions', 'login', 'reset-password', 'confirm-account'], '')),
  { name: 'patient/dashboard-published', path: '/dashboard', who: 'alice' },
  { name: 'patient/dashboard-in-review', path: '/dashboard', who: 'bruno' },
  { name: 'patient/dashboard-received', path: '/dashboard', who: 'carl' },
  ...within(
    'patient',
    open(
      ['dashboard/appointments/new', 'dashboard/months', 'dashboard/health', 'friends', 'notifications'],
      '',
      'alice',
    ),
  ),
  ...within('account', open(['', 'membership', 'security', 'devices', 'profile', 'privacy'], '/account', 'alice')),
  { name: 'account/public-page', path: '/account/public-page', who: 'doctor' },
  ...within(
    'community',
    open(['', 'most-popular', 'hot-topics', 'expert-articles', 'explore', 'manage'], '/community', 'alice'),
  ),
  ...within(
    'community',
    open(['new', 'new-post', 'notifications', 'decisions', 'code-of-conduct'], '/community', 'alice'),
  ),
  { name: 'studio/queue', path: '/studio', who: 'doctor' },
  { name: 'studio/workspace', path: '/studio', who: 'doctor', act: firstCase },
  { name: 'studio/urgent', path: '/studio/urgent', who: 'doctor' },
  { name: 'studio/calendars', path: '/studio/calendars', who: 'doctor' },
  ...within(
    'admin',
    open(
      ['', 'calendar', 'providers', 'clinics', 'inbox', 'macros', 'payments', 'ledger', 'experiments', 'cases'],
      '/admin',
      'admin',
    ),
  ),
  ...within(
    'admin',
    open(
      ['users', 'practitioners', 'products', 'site', 'directory', 'moderation', 'audit', 'system'],
      '/admin',
      'admin',
    ),
  ),
];
