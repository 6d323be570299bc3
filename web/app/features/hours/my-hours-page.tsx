import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, call } from '#web/lib/api.ts';
import { SubPage } from '#web/lib/sub-page.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { HoursEditor } from './hours-editor.tsx';
import styles from './hours.module.css';

/** The page for a practitioner's own hours at every clinic where they work. */
export function MyHoursPage() {
  const { t } = useTranslation('clinics');
  const queries = useQueryClient();
  const query = useQuery(api.clinics.getMyHours.queryOptions());
  const { data, error, refetch, isFetching } = query;
  return (
    <SubPage
      back={{ to: '/studio', text: t('mine.back') }}
      title={t('mine.title')}
      lead={t('mine.lead')}
      className={styles.page}
    >
      {data ? (
        <HoursEditor
          place="mine"
          hours={data}
          save={call.clinics.saveMyHours}
          onSaved={(saved) => queries.setQueryData(api.clinics.getMyHours.queryKey(), saved)}
          onReload={async () => (await refetch()).data}
        />
      ) : error ? (
        <ErrorState title={t('hours.failed')} error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <SkeletonRows rows={7} />
      )}
    </SubPage>
  );
}
