import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MyAppointment } from '#contract/appointments.ts';
import { api } from '#web/lib/api.ts';
import type { Day } from '#web/lib/calendar.ts';
import { freeDays } from '#web/lib/free-times.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { useDirectServices } from '#web/lib/use-direct-services.ts';
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
import { DaysOfPlan } from './days-of-plan.tsx';
import styles from './details.module.css';
import { Facts } from './facts.tsx';
import { refreshAppointments } from './use-my-appointments.ts';
import { useMomentOf, useTitleOf } from './words.ts';

/**
 * The number of days from now within which the dialog offers times. If the clinic lets patients book the service only
 * fewer days ahead, the dialog offers only times within those days.
 */
const DAYS_AHEAD = 120;

type Move = NonNullable<MyAppointment['move']>;

interface Props {
  appointment: MyAppointment;
  move: Move;
  onClose: () => void;
}

/**
 * Moves a confirmed appointment to another free time of the same practitioner. A form for a request to the team
 * replaces the times in three cases: no time is free, it is too late to move the appointment, or the patient prefers to
 * ask the team.
 */
export function MoveDialog({ appointment, move, onClose }: Props) {
  const { t } = useTranslation('appointments');
  const titleOf = useTitleOf();
  // The text above the form for a request to the team. The text says why the form is shown. It is null if the patient
  // asked for the form, and undefined while the dialog shows times.
  const [why, setWhy] = useState<ReactNode>();
  const there = useThere(appointment);
  if (why === undefined)
    return (
      <Times
        {...{ appointment, move, onClose }}
        onAsk={() => setWhy(null)}
        onNone={(plan) =>
          setWhy(
            <div role="status">
              <p>{t('move.none')}</p>
              {plan}
            </div>,
          )
        }
        onLate={(until) => {
          setWhy(<p role="alert">{t('move.late', { moment: there(until) })}</p>);
          void refreshAppointments();
        }}
      />
    );
  return (
    <Dialog isOpen onClose={onClose} title={t('move.title')} lead={titleOf(appointment)} step="ask">
      <div className={styles.part}>
        {why}
        <WishForm appointment={appointment} wish="reschedule" wasMovedByTeam={false} onClose={onClose} />
      </div>
    </Dialog>
  );
}

function useThere({ timezone }: MyAppointment): (at: string | null) => string {
  const momentOf = useMomentOf();
  return (at) => momentOf({ scheduled_at: at, timezone })?.there ?? '';
}

/** Returns the free times that the treatment plan allows, and the sentence about its days if other times are left out. */
function useTimesInPlan({ service_id, site_id, practitioner_id }: Move, zone: string) {
  const services = useDirectServices();
  const plan = services.data?.services.find(({ id }) => id === service_id)?.plan;
  const loaded = useFreeTimes({ service_id, site_id, practitioner_id }, { daysAhead: DAYS_AHEAD, plan, zone });
  return {
    // Until the plan is loaded, the dialog does not know which times the service would refuse.
    free: services.isPending ? { ...loaded, slots: undefined } : loaded,
    daysOfPlan: loaded.isCut && <DaysOfPlan plan={plan} />,
  };
}

interface TimesProps extends Props {
  onAsk: () => void;
  /** Called if no time is free. `plan` says which days the treatment plan allows, if this is the reason. */
  onNone: (plan: ReactNode) => void;
  onLate: (until: string) => void;
}

function Times({ appointment, move, onClose, onAsk, onNone, onLate }: TimesProps) {
  const { t } = useTranslation('appointments');
  const errorText = useErrorText();
  const titleOf = useTitleOf();
  const there = useThere(appointment);
  const [picked, setPicked] = useState<string | null>(null);
  const [gone, setGone] = useState<readonly string[]>([]);
  const [isTried, setIsTried] = useState(false);
  const zone = appointment.timezone ?? ownZone();
  const { free, daysOfPlan } = useTimesInPlan(move, zone);
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
  // The form for writing to the team opens if the first list of times is empty, and then stays open. Times that become
  // free later must not replace the form while the patient is writing.
  const hasNone = free.slots?.length === 0 && gone.length === 0;
  useEffect(() => {
    if (hasNone) onNone(daysOfPlan);
  }, [hasNone, onNone, daysOfPlan]);
  return (
    <FormDialog
      size="l"
      onClose={onClose}
      title={t('move.title')}
      lead={titleOf(appointment)}
      action={t('move.confirm')}
      busy={change.isPending}
      disabled={free.slots === undefined}
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
      {free.slots && daysOfPlan}
      <Free
        {...{ zone, free, gone, picked }}
        onPick={(starts_at) => {
          setPicked(starts_at);
          change.reset();
        }}
      />
    </FormDialog>
  );
}

const untilOf = (data: unknown): string | undefined => (data as { until?: string } | undefined)?.until;

interface FreeProps {
  zone: string;
  free: ReturnType<typeof useFreeTimes>;
  gone: readonly string[];
  picked: string | null;
  onPick: (startsAt: string) => void;
}

function Free({ zone, free: { query, slots }, gone, picked, onPick }: FreeProps) {
  const { t } = useTranslation('appointments');
  const [day, setDay] = useState<Day | null>(null);
  const failed = (
    <ErrorState
      title={t('move.failed')}
      error={query.error}
      onRetry={() => void (query.data ? query.fetchNextPage() : query.refetch())}
      busy={query.isFetching}
    />
  );
  if (slots === undefined) return query.isError ? failed : <SkeletonRows rows={4} />;
  const days = freeDays(slots, { zone, gone });
  return (
    <>
      <FreeTimes
        {...{ days, zone, day, picked }}
        onDay={setDay}
        onPick={({ starts_at }) => onPick(starts_at)}
        onMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
        isLoadingMore={query.isFetchingNextPage}
      />
      {query.isFetchNextPageError && failed}
    </>
  );
}
