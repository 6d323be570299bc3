import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ImportedRecords } from '#contract/imports.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { SubPage } from '#web/lib/sub-page.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import styles from './clinical.module.css';

/** The page /dashboard/brought-along. It shows the person's records from the clinic's former system. */
export function BroughtAlongPage() {
  const { t } = useTranslation('brought-along');
  const query = useInfiniteQuery(
    api.imports.getMyImported.infiniteOptions({
      input: (after: string | null) => ({ after }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ next }) => next,
    }),
  );
  const records = query.data && {
    treatments: query.data.pages.flatMap(({ treatments }) => treatments),
    photos: query.data.pages.flatMap(({ photos }) => photos),
  };
  const isEmpty = records && records.treatments.length + records.photos.length === 0;
  return (
    <SubPage back={{ to: '/dashboard', text: t('back') }} title={t('title')} lead={records && !isEmpty && t('lead')}>
      {records ? (
        isEmpty ? (
          <EmptyState title={t('empty.title')} text={t('empty.text')} />
        ) : (
          <>
            <Records {...records} />
            <LoadMore query={query}>{t('more')}</LoadMore>
          </>
        )
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </SubPage>
  );
}

function Records({ treatments, photos }: Pick<ImportedRecords, 'treatments' | 'photos'>) {
  const { t } = useTranslation(['brought-along', 'clinical-photos']);
  const { date, number } = useFormat();
  return (
    <>
      <Stack as="ol" gap={16} className={styles.past}>
        {treatments.map((past) => (
          <li key={past.id}>
            <h2>
              <bdi>{past.words}</bdi>
            </h2>
            <p className="small muted">
              <time dateTime={past.treated_on}>{date(past.treated_on)}</time>
              {past.practitioner && (
                <>
                  {' · '}
                  <bdi>{past.practitioner}</bdi>
                </>
              )}
            </p>
            <p className="small" dir="auto">
              {[
                past.area,
                past.product,
                past.lot && t('lot', { lot: past.lot }),
                past.amount !== null && `${number(past.amount)} ${past.unit}`.trim(),
                past.note,
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </Stack>
      {photos.length > 0 && (
        <section className={styles.section}>
          <h2>{t('photos')}</h2>
          <Row as="ul" gap={16} wrap className={styles.photos}>
            {photos.map((photo) => {
              const words = { pose: t(`clinical-photos:view.${photo.pose}`), day: date(photo.taken_on) };
              return (
                <li key={photo.id}>
                  <a href={photo.url} target="_blank" rel="noreferrer">
                    <img src={photo.thumb_url} loading="lazy" alt={t('photo', words)} />
                  </a>
                  <span className="small muted">{words.pose}</span>
                  <span className="small muted">{words.day}</span>
                </li>
              );
            })}
          </Row>
        </section>
      )}
    </>
  );
}
