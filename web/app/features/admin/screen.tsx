import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#web/lib/refusal.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Row } from '#web/ui/layout.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import styles from './screen.module.css';

interface ScreenProps {
  title: ReactNode;
  /** A one-line summary of the list. */
  lead?: ReactNode;
  tools?: ReactNode;
  /** Drawn at the bottom of the window, even if the list is longer than the window. */
  foot?: ReactNode;
  /**
   * Shown next to the list on a wide screen. On such a screen the list always scrolls separately, so its position does
   * not change when the pane opens or closes.
   */
  pane?: ReactNode;
  children: ReactNode;
}

/** The header and the content of a page in the admin panel. */
export function Screen({ pane, ...room }: ScreenProps) {
  if (pane === undefined)
    return (
      <main className={styles.screen} id="content">
        <Room {...room} />
      </main>
    );
  return (
    <main className={classNames(styles.screen, styles.split)} id="content" data-pane={!!pane || undefined}>
      <div className={styles.list}>
        <Room {...room} />
      </div>
      {pane}
    </main>
  );
}

function Room({ title, lead, tools, foot, children }: Omit<ScreenProps, 'pane'>) {
  return (
    <>
      <Row as="header" gap={32} rowGap={12} align="center" justify="between" wrap className={styles.head}>
        <div>
          <h1 className="h3">{title}</h1>
          {lead && (
            <p className="small muted" aria-live="polite">
              {lead}
            </p>
          )}
        </div>
        {tools && <div className={styles.tools}>{tools}</div>}
      </Row>
      <div className={styles.body}>{children}</div>
      {foot && <div className={styles.foot}>{foot}</div>}
    </>
  );
}

interface StatesProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  isEmpty: (data: Data) => boolean;
  empty: { title: string; text: string };
  children: (data: Data) => ReactNode;
}

/** Shows a list in one of its four states: loading, failed, empty, or with rows. */
export function States<Data>({ query, isEmpty, empty, children }: StatesProps<Data>) {
  const { t } = useTranslation('admin');
  const errorText = useErrorText();
  const { data, error } = query;
  if (data !== undefined) return isEmpty(data) ? <EmptyState {...empty} /> : children(data);
  if (!error) return <SkeletonRows rows={6} />;
  const words = { title: t('list.failed'), text: errorText(error) };
  return <ErrorState {...words} error={error} onRetry={() => void query.refetch()} busy={query.isFetching} />;
}
