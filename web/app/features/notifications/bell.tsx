import { useQuery } from '@tanstack/react-query';
import { Bell as BellIcon } from 'lucide-react';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/icon.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { useNewVersionNotice } from './use-new-version-notice.ts';
import { newest } from './use-news.ts';
import styles from './bell.module.css';

const Panel = lazy(() => import('./panel.tsx'));

/**
 * Stands in the header of every signed-in area. The mark says that something is new, the name says how much. The panel is the platform's own popover, because
 * reading pages of the community do without react-aria.
 */
export function Bell(props: { userId: string }) {
  return (
    <Suspense fallback={<span className={styles.bell} />}>
      <Inside {...props} />
    </Suspense>
  );
}

function Inside({ userId }: { userId: string }) {
  const { t } = useTranslation('notifications');
  const { data } = useQuery(newest);
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();
  useNewVersionNotice();
  useEffect(() => {
    void import('#web/lib/push-device.ts').then(({ resumePush }) => resumePush(userId)).catch(() => {});
  }, [userId]);
  const count = data?.unread_count ?? 0;

  function place() {
    const { bottom, left, right } = button.current?.getBoundingClientRect() ?? new DOMRect();
    const isRtl = document.documentElement.dir === 'rtl';
    panel.current?.style.setProperty('--bell-bottom', `${bottom}px`);
    panel.current?.style.setProperty('--bell-end', `${isRtl ? left : document.documentElement.clientWidth - right}px`);
  }
  function changed(isShown: boolean) {
    setIsOpen(isShown);
    if (isShown) panel.current?.focus();
  }
  return (
    <>
      <button ref={button} type="button" className={styles.bell} popoverTarget={id} aria-label={t('bell', { count })}>
        <Icon as={BellIcon} />
        {count > 0 && <span className={styles.count}>{count > 99 ? '99+' : count}</span>}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t('title')}
        tabIndex={-1}
        className={styles.popover}
        onBeforeToggle={place}
        onToggle={(event) => changed(event.newState === 'open')}
      >
        {isOpen && (
          <Suspense fallback={<SkeletonRows rows={4} />}>
            <Panel onLeave={() => panel.current?.hidePopover()} />
          </Suspense>
        )}
      </div>
    </>
  );
}
