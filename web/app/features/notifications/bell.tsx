import { useQuery } from '@tanstack/react-query';
import { Bell as BellIcon } from 'lucide-react';
import {
  lazy,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { onNewVersion } from '#web/lib/service-worker.ts';
import { Icon } from '#web/ui/icon.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { newest } from './use-news.ts';
import styles from './bell.module.css';

const Panel = lazy(() => import('./panel.tsx'));

/**
 * The bell for signed-in people. A badge and the accessible name contain the number of unread notifications. The bell
 * does not use react-aria, because pages of the community do not load it.
 */
export function Bell(props: { userId: string }) {
  return (
    <Suspense fallback={<span className={styles.bell} />}>
      <Inside {...props} />
    </Suspense>
  );
}

function Inside({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const { data } = useQuery(newest);
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();
  useNewVersionNotice();
  useEffect(() => {
    void import('#web/lib/push-device.ts').then(({ resumePush }) => resumePush(userId)).catch(() => {});
  }, [userId]);
  const close = useCallback(() => setIsOpen(false), []);
  usePanel(isOpen, panel, button, close);
  const count = data?.unread_count ?? 0;
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.bell}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={t('bell', { count })}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon as={BellIcon} />
        {count > 0 && <span className={styles.count}>{count > 99 ? '99+' : count}</span>}
      </button>
      {isOpen && (
        <div
          ref={panel}
          id={id}
          role="dialog"
          aria-label={t('bell', { count: 0 })}
          tabIndex={-1}
          className={styles.panel}
        >
          <Suspense fallback={<SkeletonRows rows={4} />}>
            <Panel onLeave={close} />
          </Suspense>
        </div>
      )}
    </>
  );
}

/**
 * Places the open panel below its button and moves the focus into it. A press outside closes it. Escape also closes it,
 * and returns the focus to the button.
 */
function usePanel(
  isOpen: boolean,
  panel: RefObject<HTMLDivElement | null>,
  button: RefObject<HTMLButtonElement | null>,
  close: () => void,
) {
  useLayoutEffect(() => {
    if (!isOpen || !panel.current || !button.current) return;
    const { bottom, left, right } = button.current.getBoundingClientRect();
    const { dir, clientWidth } = document.documentElement;
    panel.current.style.setProperty('--bell-bottom', `${bottom}px`);
    panel.current.style.setProperty('--bell-end', `${dir === 'rtl' ? left : clientWidth - right}px`);
    panel.current.focus();
    const end = new AbortController();
    const isInside = ({ target }: Event) => [panel, button].some(({ current }) => current?.contains(target as Node));
    document.addEventListener('pointerdown', (event) => !isInside(event) && close(), { signal: end.signal });
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return;
        close();
        button.current?.focus();
      },
      { signal: end.signal },
    );
    return () => end.abort();
  }, [isOpen, panel, button, close]);
}

const visible_ms = 20_000;

/**
 * Shows a notice about a newer version of the app. If the reader ignores it, the next page that opens uses the new
 * version.
 */
function useNewVersionNotice() {
  const { t } = useTranslation();
  useEffect(
    () =>
      onNewVersion(() =>
        toast({
          kind: 'info',
          title: t('version.title'),
          text: t('version.text'),
          action: { label: t('version.action'), run: () => location.reload() },
          visible_ms,
        }),
      ),
    [t],
  );
}
