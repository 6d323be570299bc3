import { Check, Plus, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { MyCommunity } from '#contract/community/people.ts';
import type { Me } from '#contract/identity.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { useOpenHere } from '#web/lib/use-open-here.ts';
import { inLanguage } from '#web/paths.ts';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Row } from '#web/ui/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import banners from './banners.module.css';
import { Header } from './header.tsx';
import { SideNav } from './side-nav.tsx';
import styles from './community-layout.module.css';

interface Props {
  user: Me;
  mine: MyCommunity | undefined;
  brand: ReactNode;
  language: ReactNode;
  bell: ReactNode;
  /** True if the page needs the full width, as the wizard and the editor do. */
  isWide: boolean;
  /** True for a page on which moderators work on other people's texts. On a phone, no floating button may cover it. */
  isDesk: boolean;
  /** The community whose page is open. New posts are written in it. */
  slug?: string;
  children: ReactNode;
}

/**
 * The frame of all community pages. It contains the header, and the navigation at the start edge. The page itself
 * contains the middle column and the side column.
 */
export function CommunityLayout({ user, mine, brand, language, bell, isWide, isDesk, slug, children }: Props) {
  const { t } = useTranslation('community');
  const locale = useLocale();
  const [isMenuOpen, setMenuOpen] = useOpenHere();
  const isReadingOn = useScrollsDown();
  return (
    <>
      <Header {...{ user, brand, language, bell, isMenuOpen }} onMenu={() => setMenuOpen(true)} />
      <CreatedBanner />
      {isWide ? (
        children
      ) : (
        <div className={styles.columns}>
          <div className={`${styles.side} only-large`}>
            {/* Only the browser knows the pages that the reader visited last, so the service does not draw the
                navigation. */}
            {!import.meta.env.SSR && <SideNav mine={mine} />}
          </div>
          {children}
        </div>
      )}
      {!isWide && !isDesk && (
        <nav className="only-small" aria-label={t('header.create')}>
          <LinkButton
            to={inLanguage('/community/new-post', locale) + (slug ? `?in=${encodeURIComponent(slug)}` : '')}
            variant="primary"
            className={styles.create}
            data-away={isReadingOn || undefined}
          >
            <Icon as={Plus} size="s" />
            {t('header.create')}
          </LinkButton>
        </nav>
      )}
      <Drawer isOpen={isMenuOpen} onClose={() => setMenuOpen(false)}>
        {language}
        <SideNav mine={mine} />
      </Drawer>
    </>
  );
}

/**
 * Whether the reader last scrolled down. A reader who scrolls down is reading, and a floating button would cover the
 * text.
 */
function useScrollsDown(): boolean {
  const [isDown, setDown] = useState(false);
  useEffect(() => {
    let last = window.scrollY;
    const look = () => {
      const now = window.scrollY;
      if (Math.abs(now - last) < 12) return;
      setDown(now > last && now > 80);
      last = now;
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return isDown;
}

/** The navigation on a phone. The browser's own dialog keeps the focus inside and closes with Escape. */
function Drawer({ isOpen, onClose, children }: { isOpen: boolean; onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation(['community', 'ui']);
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);

  return (
    <dialog ref={dialog} id="community-menu" className={styles.drawer} aria-label={t('nav.label')} onClose={onClose}>
      {isOpen && (
        <>
          <IconButton icon={X} label={t('ui:close')} onClick={onClose} className={styles.close} />
          {children}
        </>
      )}
    </dialog>
  );
}

const created_ms = 3000;

/**
 * A notice that a community was created. It disappears after three seconds, and does not return after a reload of the
 * page.
 */
function CreatedBanner() {
  const { t } = useTranslation('community');
  const [params, setParams] = useSearchParams();
  const isCreated = params.get('created') === '1';

  useEffect(() => {
    if (!isCreated) return;
    const forget = (now: URLSearchParams) => {
      now.delete('created');
      return now;
    };
    const timer = setTimeout(() => setParams(forget, { replace: true, preventScrollReset: true }), created_ms);
    return () => clearTimeout(timer);
  }, [isCreated, setParams]);

  return (
    <div role="status">
      {isCreated && (
        <Row as="p" gap={8} align="center" justify="center" className={banners.created}>
          <Icon as={Check} size="s" />
          {t('created')}
        </Row>
      )}
    </div>
  );
}
