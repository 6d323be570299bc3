import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, Lock, X } from 'lucide-react';
import { Fragment, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminAppointment, AdminAppointmentDetail } from '#contract/appointments-admin.ts';
import { toneOf } from '#web/lib/appointment-words.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { refusalOf } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { PaneAnswers } from './pane-answers.tsx';
import { PaneFacts } from './pane-facts.tsx';
import { PaneMoney } from './pane-money.tsx';
import { PaneSection } from './pane-section.tsx';
import { PaneShared } from './pane-shared.tsx';
import { PaneTimes } from './pane-times.tsx';
import styles from './pane.module.css';
import { StatusMenu } from './status-menu.tsx';
import { canOffer } from './status-rules.ts';
import { Timeline } from './timeline.tsx';
import type { RowActions } from './use-row-actions.ts';

interface Props {
  id: string;
  onMove: (by: 1 | -1) => void;
  onClose: () => void;
  actions: RowActions;
}

/**
 * The media query for screens on which the pane is next to the list and the focus stays on the row. On a narrower
 * screen, the pane covers the list and takes the focus.
 */
export const BESIDE = '(min-width: 1200px)';

/** Shows one appointment with its full history. The service logs that the appointment was opened. */
export function Pane({ id, onMove, onClose, actions }: Props) {
  const { t } = useTranslation('admin');
  const query = useQuery(
    api.appointmentsAdmin.adminGetAppointment.queryOptions({ input: { appointment_id: id }, refetchInterval: 60_000 }),
  );
  const element = useRef<HTMLElement>(null);
  const isBeside = useMedia(BESIDE);
  useEffect(() => {
    if (!isBeside) element.current?.focus({ preventScroll: true });
  }, [id, isBeside]);
  const isGone = refusalOf(query.error)?.code === 'NOT_FOUND';
  return (
    <aside ref={element} tabIndex={-1} className={styles.pane} aria-label={t('pane.label')}>
      <Row as="header" gap={2} align="center" className={styles.top}>
        <span className="micro muted num">{query.data?.appointment.number}</span>
        <IconButton icon={ChevronUp} size="s" label={t('pane.previous')} onClick={() => onMove(-1)} />
        <IconButton icon={ChevronDown} size="s" label={t('pane.next')} onClick={() => onMove(1)} />
        <IconButton icon={X} size="s" label={t('pane.close')} onClick={onClose} />
      </Row>
      {query.data ? (
        // Without this boundary, the list would also be hidden while a part of the pane waits for its translations, and
        // the row would lose the focus.
        <Suspense fallback={<SkeletonRows rows={6} />}>
          <Detail key={id} detail={query.data} actions={actions} />
        </Suspense>
      ) : query.isError ? (
        <ErrorState
          title={t(isGone ? 'pane.gone' : 'pane.failed')}
          error={query.error}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </aside>
  );
}

function Detail({ detail, actions }: { detail: AdminAppointmentDetail; actions: RowActions }) {
  const { t } = useTranslation(['admin', 'appointments']);
  const { appointment } = detail;
  const status = appointment.status_canonical;
  return (
    <>
      <Stack gap={2} className={styles.who}>
        <h2 className="h3">{appointment.patient_full_name || appointment.patient_email}</h2>
        <p className="small muted">
          {[appointment.patient_email, appointment.patient_phone].filter(Boolean).join(', ')}
        </p>
        <Row gap={8} align="center" wrap className={styles.acts}>
          <StatusBadge tone={toneOf[status]}>{t(`appointments:status.${status}`)}</StatusBadge>
          <StatusMenu rows={[appointment]} onSet={(next) => actions.setStatus.set([appointment], next)} />
          <MainAction appointment={appointment} actions={actions} />
        </Row>
      </Stack>
      <PaneFacts appointment={appointment} />
      <PaneTimes appointment={appointment} />
      <PaneShared appointment={appointment} />
      <PanePrivate appointment={appointment} onEdit={() => actions.openPrivate(appointment)} />
      <PaneMoney detail={detail} />
      <PaneAnswers detail={detail} onCancel={() => actions.setStatus.set([appointment], 'cancelled')} />
      <PaneSection title={t('pane.history')}>
        <Timeline entries={detail.timeline} />
      </PaneSection>
    </>
  );
}

/** The button for the next step of the appointment. */
function MainAction({ appointment, actions }: { appointment: AdminAppointment; actions: RowActions }) {
  const { t } = useTranslation('admin');
  const { alternatives, times } = appointment;
  if (appointment.status_canonical === 'confirmed' && (appointment.scheduled_at || alternatives))
    return (
      <>
        <Button size="xs" onClick={() => actions.openTime(appointment)}>
          {t('time.title')}
        </Button>
        {(alternatives || times.some(({ state }) => state === 'booked')) && (
          <Button size="xs" onClick={() => actions.openAlternatives(appointment)}>
            {t('alternatives.open')}
          </Button>
        )}
      </>
    );
  if (!canOffer(appointment)) return null;
  return (
    <Button variant="primary" size="xs" className={styles.main} onClick={() => actions.openOffer(appointment)}>
      {t('action.offer')}
    </Button>
  );
}

function PanePrivate({ appointment, onEdit }: { appointment: AdminAppointment; onEdit: () => void }) {
  const { t } = useTranslation('admin');
  const { money } = useFormat();
  const price = (cents: number | null) =>
    cents === null ? undefined : money(cents, appointment.final_currency ?? undefined);
  const facts = [
    [t('private.provider'), [appointment.provider_name, appointment.provider_phone].filter(Boolean).join(', ')],
    [t('private.initial'), price(appointment.provider_initial_price_cents)],
    [t('private.negotiated'), price(appointment.negotiated_price_cents)],
    [t('private.agreed'), price(appointment.provider_price_cents)],
    [t('private.note'), appointment.admin_private_note],
  ].filter(([, value]) => value);
  const title = (
    <span className={styles.lock}>
      <Icon as={Lock} size="s" />
      {t('private.title')}
    </span>
  );
  const aside = (
    <span>
      <small className="muted">{t('private.never')}</small>{' '}
      <button type="button" className="link small" onClick={onEdit} aria-label={`${t('edit')}: ${t('private.title')}`}>
        {t('edit')}
      </button>
    </span>
  );
  return (
    <PaneSection title={title} aside={aside}>
      {facts.length === 0 ? (
        <p className="small muted">{t('private.none')}</p>
      ) : (
        <dl className={`${styles.facts} ${styles.note}`}>
          {facts.map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
        </dl>
      )}
    </PaneSection>
  );
}
