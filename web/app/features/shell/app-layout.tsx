import { CircleHelp, LayoutDashboard, LogOut, Shield, User } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { I18nProvider } from 'react-aria-components';
import { NavLink, Outlet, useNavigate } from 'react-router';
import type { Me } from '#contract/identity.ts';
import { useLiveEvents } from '#web/lib/events.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { RequireUser, useSession } from '#web/lib/session.tsx';
import { inLanguage } from '#web/paths.ts';
import { Menu, type MenuEntry } from '#web/ui/menu.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Brand } from './brand.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { useSignOut } from './sign-out.ts';
import './app-layout.css';

/** Header of the signed-in area. A page that needs a certain role adds its own RequireUser. */
export default function AppLayout() {
  const locale = useLocale();
  const { t } = useTranslation();
  const { user } = useSession();
  useLiveEvents(user !== null);
  return (
    <I18nProvider locale={locale}>
      <RequireUser>
        <header className="app-header">
          <a className="skip-link" href="#content">
            {t('skip')}
          </a>
          <div className="page app-header__row">
            <Brand to="/dashboard" />
            <nav aria-label={t('nav.main')} className="app-header__nav only-large">
              <NavLink to={inLanguage('/dashboard', locale)}>{t('nav.dashboard')}</NavLink>
              {user?.role === 'practitioner' && <NavLink to={inLanguage('/studio', locale)}>{t('nav.studio')}</NavLink>}
            </nav>
            <LanguageMenu />
            {user && <AccountMenu user={user} />}
          </div>
        </header>
        <Suspense fallback={<Spinner page />}>
          <Outlet />
        </Suspense>
      </RequireUser>
    </I18nProvider>
  );
}

export function AccountMenu({ user }: { user: Me }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const go = (path: string) => () => navigate(inLanguage(path, locale));
  const entries: MenuEntry[] = [
    { key: 'dashboard', label: t('nav.dashboard'), icon: LayoutDashboard, onSelect: go('/dashboard') },
    { key: 'account', label: t('nav.account'), icon: User, onSelect: go('/account/security') },
    ...(user.role === 'admin' ? [{ key: 'admin', label: t('nav.admin'), icon: Shield, onSelect: go('/admin') }] : []),
    {
      key: 'help',
      label: t('nav.help'),
      icon: CircleHelp,
      onSelect: () => location.assign(inLanguage('/home#questions', locale)),
    },
    { key: 'signOut', label: t('nav.signOut'), icon: LogOut, onSelect: signOut },
  ];
  return (
    <Menu
      label={`${user.first_name}, ${t('nav.menu')}`}
      entries={entries}
      trigger={
        <>
          <span className="only-large">{user.first_name}</span>
          <span className="app-header__avatar" data-letter={user.first_name.charAt(0)} aria-hidden="true" />
        </>
      }
    />
  );
}
