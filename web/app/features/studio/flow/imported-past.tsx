import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ImportedPhoto } from '#contract/imports.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { Grid } from '#web/ui/layout.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { useWorkspace } from '../case/workspace-context.ts';
import styles from './flow.module.css';
import { useBackground } from './use-background.ts';

/**
 * Shows the patient's earlier treatments and photos from the clinic's former system. No Flaira doctor has signed these
 * treatments. The check of minimum intervals includes an earlier treatment if its kind is known.
 */
export function ImportedPast() {
  const { t, i18n } = useTranslation('studio');
  const { date, number } = useFormat();
  const { data } = useBackground();
  if (!data || data.imported_treatments.length + data.imported_photos.length === 0) return null;
  const kindOf = (kind: string): string =>
    i18n.exists(`studio:kind.${kind}`) ? (i18n.t as (key: string) => string)(`studio:kind.${kind}`) : kind;
  return (
    <section aria-label={t('imported.title')}>
      <dl className={styles.facts}>
        <div>
          <dt>{t('imported.title')}</dt>
          <dd className="small muted">{t('imported.note')}</dd>
        </div>
        {data.imported_treatments.map((past) => (
          <div key={past.id}>
            <dt>
              {date(past.treated_on)} · {kindOf(past.kind)}
            </dt>
            <dd>
              <bdi>
                {[
                  past.words,
                  past.area,
                  past.product,
                  past.lot && t('imported.lot', { lot: past.lot }),
                  past.amount !== null && `${number(past.amount)} ${past.unit}`.trim(),
                  past.practitioner,
                  past.note,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </bdi>
            </dd>
          </div>
        ))}
      </dl>
      {data.imported_photos.length > 0 && <Photos first={data.imported_photos} next={data.imported_photos_next} />}
    </section>
  );
}

/** Shows the first photos, and further photos when the doctor asks for them. */
function Photos({ first, next }: { first: readonly ImportedPhoto[]; next: string | null }) {
  const { t } = useTranslation('studio');
  const { date } = useFormat();
  const { studioCase } = useWorkspace();
  const more = useInfiniteQuery({
    ...api.care.listImportedPhotos.infiniteOptions({
      input: (after: string | null) => ({ case_id: studioCase.id, after }),
      initialPageParam: next,
      getNextPageParam: (page) => page.next,
      staleTime: Number.POSITIVE_INFINITY,
    }),
    // Each load is recorded in the patient's log. So nothing is loaded before the doctor uses the button.
    enabled: ({ state }) => state.data !== undefined,
  });
  const hasNextPage = more.data ? more.hasNextPage : next !== null;
  return (
    <>
      <Grid as="ul" gap={8} min={80} fill className={styles.pastPhotos} aria-label={t('imported.photos')}>
        {[...first, ...(more.data?.pages ?? []).flatMap(({ photos }) => photos)].map((photo) => (
          <li key={photo.id}>
            <a href={photo.url} target="_blank" rel="noreferrer">
              <img
                src={photo.thumb_url}
                loading="lazy"
                alt={t('imported.photo', { pose: t(`pose.${photo.pose}`), day: date(photo.taken_on) })}
              />
            </a>
            <span className="small muted">{date(photo.taken_on)}</span>
          </li>
        ))}
      </Grid>
      <LoadMore query={{ ...more, hasNextPage }}>{t('imported.more')}</LoadMore>
    </>
  );
}
