import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Row } from '#web/ui/layout.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { NewsRows } from './news-rows.tsx';
import { useMarkRead } from './use-mark-read.ts';
import { newest } from './use-news.ts';
import styles from './news.module.css';

/** The panel below the bell. It lists the newest notifications, and links to all of them. */
export default function Panel({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation('notifications');
  const errorText = useErrorText();
  const query = useQuery(newest);
  const { mutate: markRead, isPending } = useMarkRead();
  const unread = query.data?.unread_count ?? 0;
  return (
    <>
      <Row as="header" gap={12} align="center" justify="between" wrap className={styles.head}>
        <h2 className="h3">{t('title')}</h2>
        {unread > 0 && (
          <Button size="s" variant="quiet" busy={isPending} onClick={() => markRead(undefined)}>
            {t('readAll')}
          </Button>
        )}
      </Row>
      <div className={styles.scroll}>
        {query.isPending ? (
          <div aria-busy="true" className={styles.waiting}>
            <SkeletonRows rows={4} />
          </div>
        ) : !query.data ? (
          <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} busy={query.isRefetching} />
        ) : query.data.rows.length === 0 ? (
          <EmptyState title={t('empty')} text={t('empty.text')} />
        ) : (
          <NewsRows rows={query.data.rows} onLeave={onLeave} />
        )}
      </div>
      <footer className={styles.foot}>
        <LocalisedLink to="/notifications" className="link small" onClick={onLeave}>
          {t('seeAll')}
        </LocalisedLink>
      </footer>
    </>
  );
}
