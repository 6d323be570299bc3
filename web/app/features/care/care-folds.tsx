import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { Fold, NARROW } from '#web/ui/fold.tsx';
import { CareSection } from './care-section.tsx';
import { UrgentCard } from './urgent/urgent-card.tsx';
import { useNewestCase } from './use-newest-case.ts';

/**
 * The care section of the dashboard. On a phone, urgent help is always visible, and the other cards are folded. The
 * fold shows the number of new messages.
 */
export function CareFolds() {
  const { t } = useTranslation('care');
  const isNarrow = useMedia(NARROW);
  const unread = useUnread(isNarrow);
  return (
    <>
      <Fold title={t('section')} summary={unread > 0 && t('messages.unread', { count: unread })}>
        <CareSection />
      </Fold>
      {isNarrow && <UrgentCard />}
    </>
  );
}

/** Number of unread messages from the doctor. Counting them does not mark them as read. */
function useUnread(isAsked: boolean): number {
  const newest = useNewestCase();
  const input = { case_id: newest?.id ?? '', peek: true };
  const thread = useQuery(api.care.listCaseMessages.queryOptions({ input, enabled: isAsked && newest !== undefined }));
  return thread.data?.messages.filter(({ is_staff, read_at }) => is_staff && read_at === null).length ?? 0;
}
