import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ClinicalSet } from '#contract/clinical-photos.ts';
import { api, call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { SubPage } from '#web/lib/sub-page.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import styles from './clinical.module.css';
import { ClinicalSetView, type SentShot } from './clinical-set.tsx';

/**
 * The page /dashboard/clinical-photos. It shows the patient's own series. The patient can add photos if the doctor
 * requested them.
 */
export function OwnPhotosPage() {
  const { t } = useTranslation('clinical-photos');
  const query = useQuery(api.clinicalPhotos.getMyClinicalSets.queryOptions());
  const { data } = query;
  return (
    <SubPage
      back={{ to: '/dashboard', text: t('back.patient') }}
      title={t('title')}
      lead={data?.some(isAsked) && t('lead.patient')}
    >
      {data ? (
        data.length === 0 ? (
          <EmptyState title={t('empty.title')} text={t('empty.text')} />
        ) : (
          <Stack gap={32} className={styles.sets}>
            {data.map((set) => (
              <section key={set.case_id} aria-label={set.number}>
                {data.length > 1 && (
                  <h2>
                    <bdi>{set.number}</bdi>
                  </h2>
                )}
                <ClinicalSetView
                  set={set}
                  mine="patient"
                  onSend={isAsked(set) ? (shot) => send(set, shot) : undefined}
                />
              </section>
            ))}
          </Stack>
        )
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </SubPage>
  );
}

const isAsked = ({ taken_by }: ClinicalSet): boolean => taken_by === 'patient';

async function send({ case_id }: ClinicalSet, shot: SentShot): Promise<void> {
  const fresh = await call.clinicalPhotos.uploadMyClinicalPhoto({ case_id, ...shot });
  const { queryKey } = api.clinicalPhotos.getMyClinicalSets.queryOptions();
  queryClient.setQueryData(queryKey, (sets) => sets?.map((set) => (set.case_id === case_id ? fresh : set)));
}
