import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { NavLink, Outlet } from 'react-router';
import type { Profession, Role } from '#contract/base.ts';
import { startOf } from '#contract/start-of.ts';
import { LocalisedLink, useLocale } from '#web/lib/locale.tsx';
import { useSession } from '#web/lib/session.tsx';
import { useCurrentLinkInView } from '#web/lib/use-current-link-in-view.ts';
import { inLanguage } from '#web/paths.ts';
import { Icon } from '#web/ui/icon.tsx';
import './account-layout.css';

/**
 * The tabs of the account, in order. A new tab needs its address here, in `routes.ts` and `paths.ts`, and its name as
 * `account.<key>` in billing.json.
 */
const accountPlaces = [
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

const backs = {
  patient: 'account.backDashboard',
  practitioner: 'account.backStudio',
  desk: 'account.backDesk',
  admin: 'account.backAdmin',
} as const satisfies Record<Role, string>;

/** The frame of the account pages, with the back link and the tabs. */
export default function AccountLayout() {
  const { t } = useTranslation('billing');
  const locale = useLocale();
  const { user } = useSession();
  const tabs = useCurrentLinkInView<HTMLDivElement>();
  if (!user) return null;
  const mayOpen = (place: (typeof accountPlaces)[number]) =>
    (!('roles' in place) || place.roles.some((role) => role === user.role)) &&
    (!('profession' in place) || place.profession === user.profession);
  return (
    <>
      <nav className="page account-bar" aria-label={t('account.tabs')}>
        <LocalisedLink to={startOf(user.role)} className="account-bar__back">
          <Icon as={ArrowLeft} size="s" />
          {t(backs[user.role])}
        </LocalisedLink>
        <div ref={tabs} className="account-tabs">
          {accountPlaces.filter(mayOpen).map(({ key, path }) => (
            <NavLink key={key} to={inLanguage(path, locale)} end className="account-tabs__tab">
              {t(`account.${key}`)}
            </NavLink>
          ))}
        </div>
      </nav>
      <Outlet />
    </>
  );
}
