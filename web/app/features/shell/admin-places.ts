/**
 * The pages of the admin panel, in the order of its navigation. A new page needs its address here, in `routes.ts` and
 * in `paths.ts`, and its name in `messages/<lang>/admin.json` as `place.<key>`. Pages of one group share an entry in
 * the first row.
 */
export const adminPlaces = [
  { key: 'appointments', path: '/admin', group: 'requests' },
  { key: 'calendar', path: '/admin/calendar', group: 'requests' },
  { key: 'providers', path: '/admin/providers', group: 'requests' },
  { key: 'clinics', path: '/admin/clinics', group: 'requests' },
  { key: 'inbox', path: '/admin/inbox', group: 'inbox' },
  { key: 'macros', path: '/admin/macros', group: 'inbox' },
  { key: 'cases', path: '/admin/cases', group: 'cases' },
  { key: 'lots', path: '/admin/lots', group: 'cases' },
  { key: 'calibration', path: '/admin/calibration', group: 'cases' },
  { key: 'payments', path: '/admin/payments', group: 'money' },
  { key: 'ledger', path: '/admin/ledger', group: 'money' },
  { key: 'figures', path: '/admin/figures', group: 'money' },
  { key: 'reports', path: '/admin/moderation', group: 'community' },
  { key: 'users', path: '/admin/users', group: 'people' },
  { key: 'practitioners', path: '/admin/practitioners', group: 'people' },
  { key: 'directory', path: '/admin/directory', group: 'people' },
  { key: 'imports', path: '/admin/imports', group: 'people' },
  { key: 'site', path: '/admin/site', group: 'site' },
  { key: 'launch', path: '/admin/launch', group: 'site' },
  { key: 'products', path: '/admin/products', group: 'site' },
  { key: 'experiments', path: '/admin/experiments', group: 'site' },
  { key: 'system', path: '/admin/system', group: 'system' },
  { key: 'audit', path: '/admin/audit', group: 'system' },
  { key: 'incidents', path: '/admin/incidents', group: 'system' },
] as const satisfies readonly AdminPlace[];

interface AdminPlace {
  key: string;
  path: string;
  group: 'requests' | 'inbox' | 'cases' | 'money' | 'community' | 'people' | 'site' | 'system';
}

export type Place = (typeof adminPlaces)[number];
export type Group = Place['group'];

/** Returns the page to which an address belongs. If several paths fit, it is the page with the longest path. */
export function placeAt(pathname: string): Place | undefined {
  const found = adminPlaces.filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
  return found.sort((one, other) => other.path.length - one.path.length)[0];
}

/** Returns the groups that have pages, each with its pages, in order. */
export function placeGroups(): [Group, Place[]][] {
  const groups = [...new Set(adminPlaces.map(({ group }) => group))];
  return groups.map((group) => [group, adminPlaces.filter((place) => place.group === group)]);
}
