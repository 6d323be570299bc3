import { storedValue } from './stored-value.ts';

export interface Visit {
  /** The path of the visited page, without a language prefix. */
  path: string;
  name: string;
}

const most = 5;
/**
 * The first entries of the list: two recommended communities. They leave the list when the reader has visited enough
 * others.
 */
const first: Visit[] = [
  { path: '/community/c/aftercare', name: 'Aftercare' },
  { path: '/community/c/botox', name: 'Botox' },
];

const isVisit = (one: unknown): one is Visit =>
  typeof one === 'object' &&
  one !== null &&
  'path' in one &&
  'name' in one &&
  typeof one.name === 'string' &&
  typeof one.path === 'string' &&
  one.path.startsWith('/community/');

/** The communities and tags that the reader opened last, on this device. */
export const recent = storedValue(
  'fl.community.recent',
  (found) => {
    const visits = Array.isArray(found) ? found.filter(isVisit) : [];
    const rest = first.filter(({ path }) => !visits.some((visit) => visit.path === path));
    return [...visits, ...rest].slice(0, most);
  },
  { isOwn: true },
);

export function remember(visit: Visit) {
  const [latest] = recent.read();
  if (latest?.path === visit.path && latest.name === visit.name) return;
  recent.write([visit, ...recent.read().filter(({ path }) => path !== visit.path)].slice(0, most));
}
