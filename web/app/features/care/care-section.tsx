import { useTranslation } from 'react-i18next';
import { useMedia } from '#web/lib/use-media.ts';
import { NARROW } from '#web/ui/fold.tsx';
import { BeforeCard } from './before-card.tsx';
import styles from './care.module.css';
import { MessagesCard } from './messages-card.tsx';
import { OutcomeCard } from './outcome-card.tsx';
import { RecordsCard } from './records-card.tsx';
import { SignedCard } from './signed-card.tsx';
import { UrgentCard } from './urgent/urgent-card.tsx';
import { useNewestCase } from './use-newest-case.ts';

/** Shows messages, photos and reports between a patient and their doctor. */
export function CareSection() {
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
