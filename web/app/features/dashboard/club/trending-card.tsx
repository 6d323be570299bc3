import { useTranslation } from 'react-i18next';
import type { TrendingTopic } from '#contract/community/trending.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { useTermNames } from '#web/lib/term-names.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/list-states.tsx';
import styles from './club.module.css';

/** Shows the community's main topics of this week. */
export function TrendingCard({ topics }: { topics: readonly TrendingTopic[] }) {
  const { t } = useTranslation('dashboard-cards');
  const { topic } = useTermNames();
  return (
    <Card
      className={styles.card}
      title={t('trending.title')}
      action={
        <LocalisedLink className="link small" to="/community/hot-topics">
          {t('trending.all')}
        </LocalisedLink>
      }
    >
      {topics.length > 0 ? (
        <ol className={styles.rows}>
          {topics.map(({ id, title, posts_last7 }, at) => (
            <li key={id}>
              <span className={styles.rank} aria-hidden="true">
                {at + 1}
              </span>
              <span>
                <LocalisedLink className={styles.name} to={`/community/t/${encodeURIComponent(id)}`}>
                  <bdi>{topic({ id, title })}</bdi>
                </LocalisedLink>
                <small>{t('trending.posts', { count: posts_last7 })}</small>
              </span>
            </li>
          ))}
        </ol>
      ) : (
        <EmptyState title={t('trending.none')} text={t('trending.none_text')} />
      )}
    </Card>
  );
}
