import { useMutation, useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminAppointment } from '#contract/appointments-admin.ts';
import { cityOfZone } from '#contract/zone.ts';
import { isBenefit, useTreatmentName } from '#web/lib/appointment-words.ts';
import { api } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { ownZone, useZoned } from '#web/lib/zoned.ts';
import { Stack } from '#web/ui/layout.tsx';
import { toast } from '#web/ui/toast.ts';
import '#web/ui/field.css';
import styles from './pane.module.css';
import { refreshAdmin } from './refresh.ts';
import { useMissingNames } from './use-missing-names.ts';

export function PaneFacts({ appointment }: { appointment: AdminAppointment }) {
  const { t } = useTranslation(['admin', 'appointments']);
  const treatment = useTreatmentName();
  const { moment, short, isSame } = useZoned();
  const missing = useMissingNames();
  const { scheduled_at, timezone } = appointment;
  const place = (city: string, country: string | null) => [city, country].filter(Boolean).join(', ');
  const mine = ownZone();
  const zone = timezone ?? mine;
  const facts: [string, ReactNode][] = [
    [t('fact.treatment'), treatment(appointment.requested_treatment)],
    [t('fact.plan'), isBenefit(appointment.requested_treatment) && t('fact.plan.included')],
    [t('fact.from'), place(appointment.city_current, appointment.country_current_name)],
    [t('fact.wants'), place(appointment.city_target, appointment.country_target_name)],
    [t('fact.note'), appointment.patient_note],
    [
      t('fact.date'),
      scheduled_at && t('appointments:placeTime', { moment: moment(scheduled_at, zone), city: cityOfZone(zone) }),
    ],
    [t('fact.quote'), appointment.offer?.quote_number],
    [t('fact.quoteLacks'), appointment.offer && missing(appointment.offer.missing)],
    [t('fact.dateHere'), scheduled_at && !isSame(scheduled_at, zone, mine) && short(scheduled_at, mine)],
    [t('fact.assignee'), <Assignee key="assignee" appointment={appointment} />],
  ];
  return (
    <Stack as="section" gap={8} className={styles.section}>
      <dl className={styles.facts}>
        {facts.map(([name, value]) =>
          value ? (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ) : null,
        )}
      </dl>
    </Stack>
  );
}

function Assignee({ appointment: { id, coordinator_id, coordinator_name } }: { appointment: AdminAppointment }) {
  const { t } = useTranslation('admin');
  const assign = useAssign();
  const people = useCoordinators(coordinator_id, coordinator_name);
  return (
    <select
      className={styles.select}
      aria-label={t('fact.assignee')}
      value={coordinator_id ?? ''}
      onChange={(event) => assign([id], event.target.value || null)}
    >
      <option value="">{t('assign.nobody')}</option>
      {people.map((person) => (
        <option key={person.id} value={person.id} dir="auto">
          {person.name}
        </option>
      ))}
    </select>
  );
}

/**
 * Returns the people to whom work can be assigned, and the current coordinator. The current coordinator may have left
 * the team or be suspended. A menu without this person would show the work as unassigned, and could not unassign it.
 */
export function useCoordinators(id: string | null, name: string | null): readonly { id: string; name: string }[] {
  const { data = [] } = useQuery(api.appointmentsAdmin.adminListCoordinators.queryOptions({ staleTime: 300_000 }));
  const people = data.filter((person) => !person.is_suspended || person.id === id);
  return id === null || people.some((person) => person.id === id) ? people : [...people, { id, name: name ?? '…' }];
}

/** Assigns appointments to a coordinator, or removes their coordinator. */
export function useAssign() {
  const { t } = useTranslation('admin');
  const errorText = useErrorText();
  const { mutate } = useMutation(
    api.appointmentsAdmin.adminAssignAppointments.mutationOptions({
      onSuccess: ({ assigned }) => toast({ kind: 'success', title: t('assign.done', { count: assigned.length }) }),
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
      onSettled: refreshAdmin,
    }),
  );
  return (appointment_ids: string[], coordinator_id: string | null) => mutate({ appointment_ids, coordinator_id });
}
