import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MyAppointment } from '#contract/appointments.ts';
import { api } from '#web/lib/api.ts';
import type { Day } from '#web/lib/calendar.ts';
import { freeDays } from '#web/lib/free-times.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { refreshFreeTimes, useFreeTimes } from '#web/lib/use-free-times.ts';
import { ownZone } from '#web/lib/zoned.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { FreeTimes } from '#web/ui/free-times/free-times.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { WishForm } from './changes.tsx';
import styles from './details.module.css';
import { Facts } from './facts.tsx';
import { refreshAppointments } from './use-my-appointments.ts';
import { useMomentOf, useTitleOf } from './words.ts';

/** The number of days in which the patient can look for a time. The service may set an earlier end. */
const DAYS_AHEAD = 120;

type Move = NonNullable<MyAppointment['move']>;

interface Props {
  appointment: MyAppointment;
  move: Move;
  onClose: () => void;
}

/** Moves a confirmed appointment to another free time of the same practitioner. Where that is not possible, it asks the team. */
export function MoveDialog({ appointment, move, onClose }: Props) {
  const { t } = useTranslation('appointments');
  const titleOf = useTitleOf();
  const [isAsking, setIsAsking] = useState(false);
  const [lateSince, setLateSince] = useState<string>();
  const there = useThere(appointment);
  if (!isAsking && lateSince === undefined)
    return (
      <Times
        {...{ appointment, move, onClose }}
        onAsk={() => setIsAsking(true)}
        onLate={(until) => {
          setLateSince(until);
          void refreshAppointments();
        }}
      />
    );
  return (
    <Dialog isOpen onClose={onClose} title={t('move.title')} lead={titleOf(appointment)} step="ask">
      <div className={styles.part}>
        {lateSince !== undefined && <p role="alert">{t('move.late', { moment: there(lateSince) })}</p>}
        <WishForm appointment={appointment} wish="reschedule" onClose={onClose} />
      </div>
    </Dialog>
  );
}

function useThere({ timezone }: MyAppointment): (at: string | null) => string {
  const momentOf = useMomentOf();
  return (at) => momentOf({ scheduled_at: at, timezone })?.there ?? '';
}

interface TimesProps extends Props {
  onAsk: () => void;
  onLate: (until: string) => void;
}

function Times({ appointment, move, onClose, onAsk, onLate }: TimesProps) {
  const { t } = useTranslation('appointments');
  const errorText = useErrorText();
  const titleOf = useTitleOf();
  const there = useThere(appointment);
  const [picked, setPicked] = useState<string | null>(null);
  const [gone, setGone] = useState<readonly string[]>([]);
  const [isTried, setIsTried] = useState(false);
  const change = useMutation(
    api.appointments.moveMyAppointment.mutationOptions({
      onSuccess: (moved) => {
        toast({ kind: 'success', title: t('move.done', { moment: there(moved.scheduled_at) }) });
        void refreshAppointments();
        onClose();
      },
      onError: (error, { starts_at }) => {
        const refusal = refusalOf(error);
        if (refusal?.code === 'TOO_LATE_TO_MOVE') return onLate(untilOf(refusal.data) ?? move.until);
        if (refusal?.code !== 'TIME_TAKEN') return undefined;
        setGone((before) => [...before, starts_at]);
        setPicked(null);
        return void refreshFreeTimes();
      },
    }),
  );
  function submit() {
    setIsTried(true);
    if (picked) change.mutate({ appointment_id: appointment.id, starts_at: picked });
  }
  const isMissing = isTried && !picked && !change.error;
  return (
    <FormDialog
      size="l"
      onClose={onClose}
      title={t('move.title')}
      lead={titleOf(appointment)}
      action={t('move.confirm')}
      busy={change.isPending}
      onSubmit={submit}
      problem={change.error ? errorText(change.error) : isMissing && t('alternatives.mustChoose')}
      aside={
        <Button variant="quiet" onClick={onAsk} disabled={change.isPending}>
          {t('wish.reschedule.ask')}
        </Button>
      }
    >
      <p className="small">{t('move.policy', { moment: there(move.until) })}</p>
      <div aria-live="polite">
        <Facts
          facts={[
            [t('move.now'), there(appointment.scheduled_at)],
            [
              t('move.new'),
              picked ? <strong>{there(picked)}</strong> : <span className="muted">{t('move.choose')}</span>,
            ],
          ]}
        />
      </div>
      <Free
        {...{ appointment, move, gone, picked }}
        onPick={(starts_at) => {
          setPicked(starts_at);
          change.reset();
        }}
      />
    </FormDialog>
  );
}

const untilOf = (data: unknown): string | undefined => (data as { until?: string } | undefined)?.until;

interface FreeProps extends Pick<Props, 'appointment' | 'move'> {
  gone: readonly string[];
  picked: string | null;
  onPick: (startsAt: string) => void;
}

function Free({ appointment, move, gone, picked, onPick }: FreeProps) {
  const { t } = useTranslation('appointments');
  const [day, setDay] = useState<Day | null>(null);
  const { service_id, site_id, practitioner_id } = move;
  const { query, slots } = useFreeTimes({ service_id, site_id, practitioner_id }, DAYS_AHEAD);
  const zone = appointment.timezone ?? ownZone();
  if (slots === undefined && query.isError)
    return (
      <ErrorState
        title={t('move.failed')}
        error={query.error}
        onRetry={() => void query.refetch()}
        busy={query.isFetching}
      />
    );
  if (slots === undefined) return <SkeletonRows rows={4} />;
  const days = freeDays(slots, { zone, gone });
  if (days.length === 0) return <p className="muted">{t('move.none')}</p>;
  return (
    <FreeTimes
      {...{ days, zone, day, picked }}
      onDay={setDay}
      onPick={({ starts_at }) => onPick(starts_at)}
      onMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
      isLoadingMore={query.isFetchingNextPage}
    />
  );
}
