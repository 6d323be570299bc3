import { Command } from 'lucide-react';
import { type ReactNode, lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { I18nProvider } from 'react-aria-components';
import { LocalisedLink, useLocale } from '#web/lib/locale.tsx';
import { RequireUser, useSession } from '#web/lib/session.tsx';
import { comboOf } from '#web/lib/shortcuts.ts';
import { useSignedInArea } from '#web/lib/use-signed-in-area.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { AdminNav } from './admin-nav.tsx';
import { AccountMenu } from './app-layout.tsx';
import { LanguageMenu } from './language-menu.tsx';
import './app-layout.css';
import './admin-layout.css';
import './palette.css';

/** The frame of every admin screen. People with another role are redirected to their own start page. */
export function AdminLayout({ bell, children }: { bell: ReactNode; children: ReactNode }) {
  const { user } = useSession();
  useSignedInArea(user !== null);
  return (
    <I18nProvider locale={useLocale()}>
      <RequireUser roles={['admin']}>
        <Suspense fallback={<Spinner page />}>
          <div className="admin-frame">
            <AdminBar bell={bell} />
            <div className="admin-area">
              <Suspense fallback={<Spinner page />}>{children}</Suspense>
            </div>
          </div>
        </Suspense>
      </RequireUser>
    </I18nProvider>
  );
}

function AdminBar({ bell }: { bell: ReactNode }) {
  const { t } = useTranslation(['admin', 'ui']);
  const { user } = useSession();
  return (
    <header className="app-header admin-bar">
      <a className="skip-link" href="#content">
        {t('ui:skip')}
      </a>
      <LocalisedLink to="/admin" className="admin-bar__brand">
        Flaira <small>{t('brand')}</small>
      </LocalisedLink>
      <AdminNav />
      <div className="admin-bar__end">
        <PaletteButton />
        <LanguageMenu />
        {bell}
        {user && <AccountMenu user={user} />}
      </div>
    </header>
  );
}

const Palette = lazy(() => import('./palette.tsx').then(({ Palette: Default }) => ({ default: Default })));

const isMac = () => /mac|iphone|ipad/i.test(navigator.userAgent);

/**
 * The button that opens the palette. Ctrl (or Command) and K also opens it, even in a text field, but not while a
 * dialog is open.
 */
function PaletteButton() {
  const { t } = useTranslation('admin');
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (comboOf(event) !== 'mod+k' || document.querySelector('.dialog-scrim')) return;
      event.preventDefault();
      setIsOpen(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        className="admin-bar__palette"
        aria-keyshortcuts={isMac() ? 'Meta+K' : 'Control+K'}
        onClick={() => setIsOpen(true)}
      >
        <Icon as={Command} size="s" />
        <span className="visually-hidden">{t('palette.open')}</span>
        <kbd>{isMac() ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {isOpen && (
        <Suspense>
          <Palette onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
