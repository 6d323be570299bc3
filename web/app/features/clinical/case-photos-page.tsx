import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { ClinicalSet } from '#contract/clinical-photos.ts';
import { api, call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { SubPage } from '#web/lib/sub-page.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './clinical.module.css';
import { ClinicalSetView, type SentShot } from './clinical-set.tsx';

const optionsOf = (case_id: string) => api.clinicalPhotos.getClinicalSet.queryOptions({ input: { case_id } });
/** The time in milliseconds after which the page needs new links. Links are valid for an hour. */
const linkLife_ms = 50 * 60_000;
const keep = (fresh: ClinicalSet) => queryClient.setQueryData(optionsOf(fresh.case_id).queryKey, fresh);

/**
 * The page /studio/cases/:caseId/photos. It shows a series of clinical photos. The doctor chooses who takes the photos,
 * adds photos, and sees the record of each photo.
 */
export function CasePhotosPage() {
  const { t } = useTranslation('clinical-photos');
  const { caseId = '' } = useParams();
  const query = useQuery({
    ...optionsOf(caseId),
    // Each load is recorded in the patient's log, so nothing is loaded before the links to the photos expire.
    staleTime: linkLife_ms,
    // A hidden page loads nothing until the doctor returns to it.
    refetchInterval: linkLife_ms,
  });
  const { data } = query;
  return (
    <SubPage
      back={{ to: `/studio/cases/${caseId}`, text: t('back.doctor') }}
      title={t('title')}
      lead={t('lead.doctor')}
    >
      {data ? (
        <>
          <Who set={data} />
          <ClinicalSetView
            set={data}
            mine="doctor"
            onSend={data.taken_by ? (shot) => send(data.case_id, shot) : undefined}
          />
        </>
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </SubPage>
  );
}

const choices = ['none', 'doctor', 'patient'] as const;

function Who({ set }: { set: ClinicalSet }) {
  const { t } = useTranslation('studio');
  const errorText = useErrorText();
  const { mutate } = useMutation(
    api.clinicalPhotos.chooseClinicalSet.mutationOptions({
      onSuccess: keep,
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
    }),
  );
  return (
    <Stack gap={8} align="start" className={styles.who}>
      <p className="small muted">{t('clinical.who')}</p>
      <SegmentedControl
        label={t('clinical.who')}
        value={set.taken_by ?? 'none'}
        options={choices.map((value) => ({ value, label: t(`clinical.who.${value}`) }))}
        onChange={(value) => mutate({ case_id: set.case_id, taken_by: value === 'none' ? null : value })}
        wraps
      />
    </Stack>
  );
}

const send = async (case_id: string, shot: SentShot): Promise<unknown> =>
  keep(await call.clinicalPhotos.uploadClinicalPhoto({ case_id, ...shot }));
