import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { Fold, NARROW } from '#web/ui/fold.tsx';
import { BeforeCard } from './before-card.tsx';
import styles from './care.module.css';
import { MessagesCard } from './messages-card.tsx';
import { OutcomeCard } from './outcome-card.tsx';
import { RecordsCard } from './records-card.tsx';
import { SignedCard } from './signed-card.tsx';
import { UrgentCard } from './urgent/urgent-card.tsx';
import { useNewestCase } from './use-newest-case.ts';

/**
 * The care section of the dashboard. On a phone, urgent help is always visible, and the other cards are collapsed. The
 * heading of the collapsed cards shows the number of new messages.
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

/** Shows messages, photos and reports between a patient and their doctor. */
function CareSection() {
  const { t } = useTranslation('care');
  const newest = useNewestCase();
  const isNarrow = useMedia(NARROW);
  return (
    <section className={styles.cards} aria-label={t('section')}>
      {newest && <MessagesCard key={newest.id} caseId={newest.id} />}
      <BeforeCard />
      {newest?.published_at && <SignedCard signed={newest} />}
      {newest?.published_at && <OutcomeCard key={`outcome ${newest.id}`} caseId={newest.id} />}
      <RecordsCard />
      {!isNarrow && <UrgentCard />}
    </section>
  );
}

/** Returns the number of unread messages from the doctor. Counting the messages does not mark them as read. */
function useUnread(isAsked: boolean): number {
  const newest = useNewestCase();
  const input = { case_id: newest?.id ?? '', peek: true };
  const thread = useQuery(api.care.listCaseMessages.queryOptions({ input, enabled: isAsked && newest !== undefined }));
  return thread.data?.messages.filter(({ is_staff, read_at }) => is_staff && read_at === null).length ?? 0;
}
