import { Command } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { comboOf } from '#web/lib/shortcuts.ts';
import { Icon } from '#web/ui/icon.tsx';

const Palette = lazy(() => import('./palette.tsx').then(({ Palette: Default }) => ({ default: Default })));

const isMac = () => /mac|iphone|ipad/i.test(navigator.userAgent);

/** The button that opens the palette. Ctrl (or Command) and K also opens it, even in a text field. */
export function PaletteButton() {
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
