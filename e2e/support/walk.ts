/** A page that every browser must be able to show, and the content that proves that the page works. */
export interface Stop {
  readonly path: string;
  /** The demo account that opens the page. It is absent for a visitor. */
  readonly who?: string;
  /** A selector of the part that the page draws last. */
  readonly shows: string;
}

/** The main pages of the product: first for visitors, then for a patient, a doctor and an administrator. */
export const walk: readonly Stop[] = [
  { path: '/home', shows: 'h1' },
  { path: '/unlock', shows: 'input[type=checkbox]' },
  { path: '/fr/questions', shows: 'form[data-step]' },
  { path: '/dashboard', who: 'alice', shows: 'main h1, main h2' },
  { path: '/dashboard/appointments/new', who: 'alice', shows: 'main h1' },
  { path: '/dashboard/months', who: 'alice', shows: 'main h1' },
  { path: '/dashboard/health', who: 'alice', shows: 'main h1' },
  { path: '/account/profile', who: 'alice', shows: 'input[name=first_name]' },
  { path: '/notifications', who: 'alice', shows: 'main h1' },
  { path: '/community', who: 'alice', shows: 'main article' },
  { path: '/community/most-popular', who: 'alice', shows: 'main article' },
  { path: '/community/new-post', who: 'alice', shows: '[contenteditable=true]' },
  { path: '/studio', who: 'doctor', shows: 'main [role=row], main tr' },
  { path: '/admin', who: 'admin', shows: 'main table, main [role=table]' },
  { path: '/admin/calendar', who: 'admin', shows: 'main h1' },
  { path: '/admin/users', who: 'admin', shows: 'main select' },
];
