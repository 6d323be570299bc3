import {
  CalendarClock,
  CalendarDays,
  ChevronDown,
  CircleHelp,
  Globe,
  IdCard,
  LayoutDashboard,
  LogOut,
  MessagesSquare,
  Shield,
  Stethoscope,
  User,
} from 'lucide-react';
import { type ReactNode, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { I18nProvider } from 'react-aria-components';
import { NavLink, Outlet, useNavigate } from 'react-router';
import type { Role } from '#contract/base.ts';
import type { Me } from '#contract/identity.ts';
import { languageNames, ReadingLanguages, regions } from '#contract/languages.ts';
import { startOf } from '#contract/start-of.ts';
import { useChooseLanguage } from '#web/lib/choose-language.ts';
import { LocalisedLink, useLocale, usePathname } from '#web/lib/locale.tsx';
import { followAccount, useReadingLanguage } from '#web/lib/reading-language.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { RequireUser, useSession } from '#web/lib/session.tsx';
import { useSignedInArea } from '#web/lib/use-signed-in-area.ts';
import { inLanguage } from '#web/paths.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { HeaderMenu } from '#web/ui/header-menu.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { MenuEntry } from '#web/ui/menu.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { toast } from '#web/ui/toast.ts';
import { Brand } from './brand.tsx';
import { useSignOut } from './sign-out.ts';
import '#web/ui/styles/scripts.css';
import './app-layout.css';

/** The name and the icon of each role's start page. */
const starts = {
  patient: { label: 'nav.dashboard', icon: LayoutDashboard },
  practitioner: { label: 'nav.studio', icon: Stethoscope },
  desk: { label: 'nav.desk', icon: CalendarDays },
  admin: { label: 'nav.admin', icon: Shield },
} as const satisfies Record<Role, unknown>;

/** The frame of the signed-in area, with its header. A page that needs a certain role adds its own RequireUser. */
export function AppLayout({ bell }: { bell: ReactNode }) {
  const locale = useLocale();
  const language = useReadingLanguage();
  const { t } = useTranslation();
  const { user } = useSession();
  useEffect(() => (user ? followAccount(user.language) : undefined), [user]);
  useSignedInArea(user !== null);
  return (
    <I18nProvider locale={regions[language]}>
      <RequireUser>
        <header className="app-header">
          <a className="skip-link" href="#content">
            {t('skip')}
          </a>
          <div className="page app-header__row">
            <Brand to={user ? startOf(user.role) : '/home'} />
            <nav aria-label={t('nav.main')} className="app-header__nav only-large">
              {user && <NavLink to={inLanguage(startOf(user.role), locale)}>{t(starts[user.role].label)}</NavLink>}
              <LocalisedLink to="/community">{t('nav.community')}</LocalisedLink>
              {/* The help pages are sent without React, so the link loads a document. */}
              <LocalisedLink to="/help" reloadDocument>
                {t('nav.help')}
              </LocalisedLink>
            </nav>
            <ReadingLanguageMenu />
            {bell}
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

/** The menu of languages in the signed-in area. The choice is saved in the account. */
function ReadingLanguageMenu() {
  const { t } = useTranslation();
  const current = useReadingLanguage();
  const errorText = useErrorText();
  const { choose } = useChooseLanguage((error) => toast({ kind: 'error', title: errorText(error) }));
  return (
    <HeaderMenu
      label={`${languageNames[current]}, ${t('language.choice')}`}
      selected={current}
      entries={ReadingLanguages.map((language) => ({
        key: language,
        label: <span lang={language}>{languageNames[language]}</span>,
        onSelect: () => void (language === current || choose(language)),
      }))}
      trigger={
        <>
          <Icon as={Globe} size="s" />
          <span className="only-large">{languageNames[current]}</span>
          <Icon as={ChevronDown} size="s" />
        </>
      }
    />
  );
}

export function AccountMenu({ user }: { user: Me }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const go = (path: string) => () => navigate(inLanguage(path, locale));
  const pathname = inLanguage(usePathname(), 'en');
  const start = startOf(user.role);
  const { label, icon } = starts[user.role];
  // In the admin area, an administrator needs no link to that area. Everywhere else, this link opens the start page of
  // the user's role.
  const isHere = start === '/admin' && pathname.startsWith(start);
  const entries: MenuEntry[] = [
    ...(isHere ? [] : [{ key: 'start', label: t(label), icon, onSelect: go(start) }]),
    { key: 'account', label: t('nav.account'), icon: User, onSelect: go('/account') },
    { key: 'community', label: t('nav.community'), icon: MessagesSquare, onSelect: go('/community') },
    ...(user.role === 'practitioner'
      ? [{ key: 'hours', label: t('nav.hours'), icon: CalendarClock, onSelect: go('/studio/hours') }]
      : []),
    // Nurses are not in the public directory, so only doctors get this entry.
    ...(user.profession === 'doctor'
      ? [{ key: 'publicPage', label: t('nav.publicPage'), icon: IdCard, onSelect: go('/account/public-page') }]
      : []),
    {
      key: 'help',
      label: t('nav.help'),
      icon: CircleHelp,
      onSelect: () => location.assign(inLanguage('/help', locale)),
    },
    { key: 'signOut', label: t('nav.signOut'), icon: LogOut, onSelect: signOut },
  ];
  return (
    <HeaderMenu
      label={`${user.first_name}, ${t('nav.menu')}`}
      entries={entries}
      trigger={
        <>
          <span className="only-large">
            <bdi>{user.first_name}</bdi>
          </span>
          <Avatar url={user.avatar_url} className="app-header__avatar">
            <span className="app-header__avatar" data-letter={user.first_name.charAt(0)} aria-hidden="true" />
          </Avatar>
        </>
      }
    />
  );
}
