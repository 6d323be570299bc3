import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { VisitFigures } from '#web/lib/visit-figures.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

/** Shows the outcomes of the practitioner's own visits in the last months. */
export function OwnFigures({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('agenda');
  const errorText = useErrorText();
  const query = useQuery(api.visitFigures.getMyVisitFigures.queryOptions());
  const { data } = query;
  return (
    <Dialog isOpen size="l" onClose={onClose} title={t('figures.title')} lead={t('figures.lead')}>
      {query.isPending && <SkeletonRows rows={4} />}
      {query.isError && !data && (
        <ErrorState
          title={t('figures.failed')}
          text={errorText(query.error)}
          error={query.error}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      )}
      {data?.months.length === 0 && <EmptyState title={t('figures.none')} text={t('figures.none.text')} />}
      {data && data.months.length > 0 && <VisitFigures months={data.months} caption={t('figures.title')} />}
    </Dialog>
  );
}
