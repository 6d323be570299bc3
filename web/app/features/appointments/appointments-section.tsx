import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { takeAddress, useDirectServices } from '#web/lib/use-direct-services.ts';
import { Card } from '#web/ui/card.tsx';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import styles from './cards.module.css';
import { StandardCard } from './standard-card.tsx';
import { type MyAppointments, useMyAppointments } from './use-my-appointments.ts';
import { useRequest } from './use-request.ts';
import { Plus } from 'lucide-react';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { FaceDrawing } from '#web/ui/face/face-drawing.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import type { MyAppointment } from '#contract/appointments.ts';

/** The code of these cards is loaded on demand, because the dashboard rarely shows them. */
const AlternativesCard = lazy(async () => ({ default: (await import('./alternatives-card.tsx')).AlternativesCard }));
const OfferCard = lazy(async () => ({ default: (await import('./offer-card.tsx')).OfferCard }));
const PaidCard = lazy(async () => ({ default: (await import('./paid-card.tsx')).PaidCard }));
const DetailsDialog = onDemand(async () => (await import('./details-dialog.tsx')).DetailsDialog);
const MoveDialog = onDemand(async () => (await import('./move-dialog.tsx')).MoveDialog);
const RequestDialog = onDemand(async () => (await import('./request-dialog.tsx')).RequestDialog);

/** The patient's appointments. The address `?appointment=<id>` opens one of them, so that an email can link to it. */
export function AppointmentsSection() {
  const { t } = useTranslation('appointments');
  const appointments = useMyAppointments();
  const [isAsking, setIsAsking] = useState(false);
  const [moving, setMoving] = useState<MyAppointment>();
  const request = useRequest(() => setIsAsking(false));
  const [search, setSearch] = useSearchParams();
  const chosenId = search.get('appointment');
  const show = (id: string | null) =>
    setSearch(
      (before) => {
        if (id) before.set('appointment', id);
        else before.delete('appointment');
        return before;
      },
      { replace: id === null, preventScrollReset: true },
    );

  const groups = sorted(appointments.list ?? []);
  return (
    <Stack as="section" gap={24} className={styles.section} id="appointments" aria-labelledby="appointments-title">
      <header>
        <h2 className="h2" id="appointments-title" data-fold-title>
          {t('section.title')}
        </h2>
        <p className="muted" aria-live="polite">
          {appointments.list && <Summary {...groups} />}
        </p>
      </header>
      <div className={styles.columns}>
        <div className={styles.stack} aria-busy={appointments.query.isPending}>
          {groups.choices.map(
            (one) =>
              one.alternatives && (
                <Suspense key={one.id} fallback={<SkeletonRows rows={3} />}>
                  <AlternativesCard appointment={one} alternatives={one.alternatives} onDetails={() => show(one.id)} />
                </Suspense>
              ),
          )}
          {groups.offers.map((one) => (
            <Suspense key={one.id} fallback={<SkeletonRows rows={4} />}>
              <OfferCard appointment={one} onDetails={() => show(one.id)} />
            </Suspense>
          ))}
          <Requests appointments={appointments} onDetails={show} />
        </div>
        <div className={styles.stack}>
          {groups.paid.map(
            (one) =>
              one.payment && (
                <Suspense key={one.id} fallback={<SkeletonRows rows={4} />}>
                  <PaidCard
                    appointment={one}
                    payment={one.payment}
                    onDetails={() => show(one.id)}
                    onMove={() => setMoving(one)}
                  />
                </Suspense>
              ),
          )}
          <LauncherCard onOpen={() => setIsAsking(true)} />
        </div>
      </div>
      {isAsking && <RequestDialog onClose={() => setIsAsking(false)} request={request} />}
      {chosenId && (
        <DetailsDialog
          key={chosenId}
          id={chosenId}
          onMove={(one) => {
            show(null);
            setMoving(one);
          }}
          onClose={() => show(null)}
        />
      )}
      {moving?.move && <MoveDialog appointment={moving} move={moving.move} onClose={() => setMoving(undefined)} />}
    </Stack>
  );
}

/**
 * Summarises the appointments in sentences, for example 'One offer is waiting for you. Two requests are with our team.'
 */
function Summary({ choices, offers, open, paid }: Omit<Sorted, 'past'>) {
  const { t } = useTranslation('appointments');
  const sentences = [
    choices.length > 0 && t('summary.choices'),
    offers.length > 0 && t('summary.offers', { count: offers.length }),
    open.length > 0 && t('summary.open', { count: open.length }),
    paid.length > 0 && t('summary.paid', { count: paid.length }),
  ].filter(Boolean);
  return sentences.length > 0 ? sentences.join(' ') : t('summary.none');
}

interface RequestsProps {
  appointments: MyAppointments;
  onDetails: (id: string) => void;
}

/** The list of requests, or its state: loading, failed or empty. */
function Requests({ appointments: { query, list, retry }, onDetails }: RequestsProps) {
  const { t } = useTranslation('appointments');
  const errorText = useErrorText();
  const isSignedOut = refusalOf(query.error)?.code === 'UNAUTHENTICATED';
  if (query.isPending)
    return (
      <Card aria-label={t('loading')}>
        <SkeletonRows rows={3} />
      </Card>
    );
  if (!list)
    return (
      <Card>
        <ErrorState
          title={t('list.failed', { message: isSignedOut ? t('list.signedOut') : errorText(query.error) })}
          text={t('list.kept')}
          onRetry={retry}
          busy={query.isFetching}
        />
      </Card>
    );
  if (list.length === 0)
    return (
      <Card>
        <EmptyState title={t('list.empty.title')} text={t('list.empty.text')} action={<TakeLink />} />
      </Card>
    );
  const { open, past } = sorted(list);
  if (open.length + past.length === 0) return null;
  return (
    <Card className={styles.sheet} aria-label={t('list.label')}>
      {open.map((one) => (
        <StandardCard key={one.id} appointment={one} onDetails={() => onDetails(one.id)} />
      ))}
      {past.length > 0 && (
        <details className={styles.past} open={open.length === 0}>
          <summary>{t('list.past', { count: past.length })}</summary>
          {past.map((one) => (
            <StandardCard key={one.id} appointment={one} onDetails={() => onDetails(one.id)} />
          ))}
        </details>
      )}
      <LoadMore query={query}>{t('list.more')}</LoadMore>
    </Card>
  );
}

function LauncherCard({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('appointments');
  return (
    <Card className={styles.launcher}>
      <FaceDrawing />
      <h3 className="h3">{t('launcher.title')}</h3>
      <p className="small muted">{t('launcher.text')}</p>
      <Row gap={14} rowGap={8} align="center" wrap className={styles.actions}>
        <TakeLink />
        <Button size="s" onClick={onOpen}>
          <Icon as={Plus} size="s" />
          {t('launcher.open')}
        </Button>
      </Row>
    </Card>
  );
}

/** Links to the page of free times, if patients can book the times of some services themselves. */
function TakeLink() {
  const { t } = useTranslation('appointments');
  const isOffered = (useDirectServices().data?.services.length ?? 0) > 0;
  if (!isOffered) return null;
  return (
    <LocalisedLink to={takeAddress} className={buttonClass({ variant: 'ink', size: 's' })}>
      {t('launcher.take')}
    </LocalisedLink>
  );
}

interface Sorted {
  /** Confirmed appointments whose booked time the clinic cannot keep. The patient chooses another time or cancels. */
  choices: MyAppointment[];
  /** Appointments that wait for the patient's payment. */
  offers: MyAppointment[];
  /** Appointments that the team works on, or that are confirmed without a payment. */
  open: MyAppointment[];
  /** Appointments that are confirmed and paid. */
  paid: MyAppointment[];
  /** Appointments that are over or cancelled. */
  past: MyAppointment[];
}

/**
 * Groups appointments by the card that shows them. An administrator may confirm an appointment without a payment. The
 * card of received payments does not show such an appointment.
 */
function sorted(list: readonly MyAppointment[]): Sorted {
  const groups: Sorted = { choices: [], offers: [], open: [], paid: [], past: [] };
  for (const appointment of list) groups[kindOf(appointment)].push(appointment);
  return { ...groups, paid: groups.paid.toSorted(byDate) };
}

function kindOf({ status_canonical: status, payment, alternatives }: MyAppointment): keyof Sorted {
  if (alternatives) return 'choices';
  if (status === 'awaiting_payment') return 'offers';
  if (status === 'cancelled' || status === 'done') return 'past';
  return status === 'confirmed' && payment ? 'paid' : 'open';
}

const byDate = (one: MyAppointment, other: MyAppointment) =>
  (one.scheduled_at ?? '').localeCompare(other.scheduled_at ?? '');
