import type { Profession, Role } from '#contract/base.ts';

/**
 * The tabs of the account, in order. A new tab needs its address here, in `routes.ts` and `paths.ts`, and its name as
 * `account.<key>` in billing.json.
 */
export const accountPlaces = [
  { key: 'overview', path: '/account' },
  { key: 'membership', path: '/account/membership', roles: ['patient'] },
  { key: 'security', path: '/account/security' },
  { key: 'devices', path: '/account/devices' },
  { key: 'profile', path: '/account/profile' },
  { key: 'privacy', path: '/account/privacy' },
  { key: 'publicPage', path: '/account/public-page', profession: 'doctor' },
] as const satisfies readonly AccountPlace[];

interface AccountPlace {
  key: string;
  path: string;
  /** The roles that see the tab. Undefined means every role. */
  roles?: readonly Role[];
  /** The profession of the practitioners who see the tab. Undefined means every profession. */
  profession?: Profession;
}
