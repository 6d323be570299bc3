import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SinceLastVisit as News } from '#contract/community/people.ts';
import { api, call } from '#web/lib/api.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { queryClient } from '#web/lib/query.ts';
import { Ago } from '#web/ui/ago.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { postPath } from '../parts/links.ts';
import styles from './since-last-visit.module.css';

const { queryKey } = api.community.getSinceLastVisit.queryOptions();

/**
 * A box with news, for members who were away for a day or more. The box is not shown while the news loads. It is not
 * shown after a failure either, because the feed below shows the error.
 */
export default function SinceLastVisit() {
  const { data } = useQuery(api.community.getSinceLastVisit.queryOptions({ staleTime: Infinity }));
  return data?.news ? <Card news={data.news} /> : null;
}

/** Removes the box at once. If the call fails, the box is shown again at the next visit. */
function close() {
  queryClient.setQueryData(queryKey, { news: null });
  call.community.closeSinceLastVisit().catch(() => undefined);
}

function Card({ news }: { news: News }) {
  const { t } = useTranslation('community-since');
  const { posts_count: posts, answers_count: answers, practitioner_answers_count: doctors, threads } = news;
  return (
    <section className={styles.card} aria-labelledby="since">
      <Row as="header" gap={8} rowGap={4} align="center" wrap>
        <h2 id="since" className={styles.title}>
          {t('title')}
        </h2>
        <span className="small muted">
          <Ago moment={news.since} />
        </span>
        <IconButton className={styles.close} icon={X} size="s" label={t('close')} onClick={close} />
      </Row>
      <Stack as="ul" gap={8} className={styles.lines}>
        {posts > 0 && (
          <li>
            <LocalisedLink to="/community?sort=joined">{t('posts', { count: posts })}</LocalisedLink>
          </li>
        )}
        {answers > 0 && (
          <li>
            <LocalisedLink to="/community/notifications">{t('answers', { count: answers })}</LocalisedLink>
            <Stack as="ul" gap={8} className={styles.lines}>
              {threads.map(({ post_id, title, lang, is_by_practitioner }) => (
                <li key={post_id}>
                  <LocalisedLink to={`${postPath(post_id)}?resume=1`}>
                    <bdi lang={lang ?? undefined}>{title}</bdi>
                  </LocalisedLink>
                  {is_by_practitioner && <span className="muted"> · {t('doctor')}</span>}
                </li>
              ))}
            </Stack>
          </li>
        )}
        {doctors > 0 && (
          <li>
            <LocalisedLink to="/community?sort=joined">{t('practitioner', { count: doctors })}</LocalisedLink>
          </li>
        )}
      </Stack>
    </section>
  );
}
