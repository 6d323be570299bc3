import { useQuery } from '@tanstack/react-query';
import { Siren } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Location, useLocation } from 'react-router';
import { api } from '#web/lib/api.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { useArrival } from '#web/lib/use-arrival.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { useOwnCases } from '#web/lib/use-own-cases.ts';
import { inLanguage } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Fold, NARROW } from '#web/ui/fold.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { BeforeCard } from './before-card.tsx';
import styles from './care.module.css';
import { MessagesCard } from './messages-card.tsx';
import { SignedCard } from './signed-card.tsx';
import { MESSAGES_PLACE, useUnread } from './use-unread.ts';

/** The card is below the first screen, and only patients with a signed case see it, so its code is loaded later. */
const OutcomeCard = lazy(async () => ({ default: (await import('./outcome-card.tsx')).OutcomeCard }));

/**
 * The care section of the dashboard. On a phone, urgent help is always visible, and the other cards are collapsed. The
 * heading of the collapsed cards shows the number of new messages about the shown case. If a link led to the messages,
 * the cards open to show the new ones. They open only once for each use of a link, so cards that the patient closed
 * stay closed.
 */
export function CareFolds() {
  const { t } = useTranslation('care');
  const { shown } = useOwnCases();
  const isNarrow = useMedia(NARROW);
  const unread = useUnread(isNarrow ? shown?.id : undefined);
  const location = useLocation();
  const [arrival, setArrival] = useState<Location>();
  useEffect(() => {
    if (location.hash === `#${MESSAGES_PLACE}` && unread > 0) setArrival(location);
  }, [location, unread]);
  return (
    <section
      className={styles.cards}
      id={MESSAGES_PLACE}
      aria-label={t('section')}
      tabIndex={-1}
      ref={useArrival(MESSAGES_PLACE)}
    >
      <Fold
        title={t('section')}
        summary={unread > 0 && t('messages.unread', { count: unread })}
        isAsked={arrival === location}
      >
        <CareCards />
      </Fold>
      <UrgentCard />
    </section>
  );
}

/**
 * Shows the cards about the patient's care, for example messages, health answers and the signed simulation. The
 * messages are about the shown case.
 */
function CareCards() {
  const { t } = useTranslation('care');
  const { consents, shown, signed } = useOwnCases();
  return (
    <>
      {/* Until the consents are loaded, the shown case may change. Opening its messages marks them as read. */}
      {shown && !consents.isPending && <MessagesCard key={shown.id} caseId={shown.id} />}
      <BeforeCard />
      {signed && <SignedCard key={`signed ${signed.id}`} signed={signed} />}
      {signed && (
        <Suspense
          fallback={
            <Card title={t('outcome.title')} aria-busy="true">
              <SkeletonRows rows={2} />
            </Card>
          }
        >
          <OutcomeCard key={`outcome ${signed.id}`} caseId={signed.id} />
        </Suspense>
      )}
      <RecordsCard />
    </>
  );
}

/**
 * Links to records that only some patients have: the clinical photo series, and records from the clinic's former
 * system.
 */
function RecordsCard() {
  const clinical = useTranslation('clinical-photos').t;
  const { t } = useTranslation('brought-along');
  const locale = useLocale();
  const sets = useQuery(api.clinicalPhotos.getMyClinicalSets.queryOptions()).data ?? [];
  const past = useQuery(api.imports.getMyImported.queryOptions()).data;
  const hasPast = past && past.treatments.length + past.photos.length > 0;
  if (sets.length === 0 && !hasPast) return null;
  return (
    <Card title={t('card')}>
      <ul className={styles.rows}>
        {sets.length > 0 && (
          <li>
            <span>
              <b>{clinical('title')}</b>
              <small>{clinical('row.text')}</small>
            </span>
            <LinkButton size="s" to={inLanguage('/dashboard/clinical-photos', locale)}>
              {clinical('row.open')}
            </LinkButton>
          </li>
        )}
        {hasPast && (
          <li>
            <span>
              <b>{t('title')}</b>
              <small>{t('row.text')}</small>
            </span>
            <LinkButton size="s" to={inLanguage('/dashboard/brought-along', locale)}>
              {t('row.open')}
            </LinkButton>
          </li>
        )}
      </ul>
    </Card>
  );
}

const UrgentDialog = onDemand(async () => (await import('./urgent/urgent-dialog.tsx')).UrgentDialog);

/** Opens the urgent report. The card is always in the same place, so that a frightened person finds it. */
function UrgentCard() {
  const { t } = useTranslation('care');
  const [isOpen, setOpen] = useState(false);
  return (
    <Card className={styles.wide} title={t('urgent.title')}>
      <p className={styles.text}>{t('urgent.text')}</p>
      <p>
        <Button variant="danger" size="s" onClick={() => setOpen(true)}>
          <Icon as={Siren} size="s" />
          {t('urgent.open')}
        </Button>
      </p>
      {isOpen && <UrgentDialog onClose={() => setOpen(false)} />}
    </Card>
  );
}
