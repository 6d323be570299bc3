import { useMutation } from '@tanstack/react-query';
import { AlarmClock, AlarmClockOff, Check, ChevronRight } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { InboxRow } from '#contract/appointments-admin.ts';
import { isBenefit, useTreatmentName } from '#web/lib/appointment-words.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink, useLocale } from '#web/lib/locale.tsx';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { toast } from '#web/ui/toast.ts';
import { inLanguage } from '#web/paths.ts';
import { refreshAdmin } from '../appointments/refresh.ts';
import { useAge } from '../appointments/when.tsx';
import screen from '../screen.module.css';
import styles from './inbox.module.css';
import { type Group, nameOfKind } from './lines.ts';
import { nextActionOf, pathOf } from './next-action.ts';

export interface LineProps {
  lineKey: string;
  now: number;
  isCursor: boolean;
  onFocus: () => void;
  /** The number of ticked entries of the line. It is undefined if nothing can be ticked. */
  ticked?: number | undefined;
  onTick: () => void;
  /** Snoozes the entries of the line, or ends their snooze. The function is undefined if neither is possible. */
  onSnooze: (() => void) | undefined;
  /** True if the line's appointment is open in the pane. */
  isOpen?: boolean;
  /** Opens an appointment next to the list. The function is undefined if there is no room for the pane. */
  onOpen?: ((id: string) => void) | undefined;
}

interface FrameProps extends Omit<LineProps, 'now' | 'onSnooze' | 'onOpen'> {
  rows: readonly InboxRow[];
  isInGroup?: boolean;
  children: ReactNode;
}

function Frame({ lineKey, isCursor, isOpen, onFocus, ticked, onTick, rows, isInGroup, children }: FrameProps) {
  const { t } = useTranslation('admin');
  const [first] = rows;
  return (
    <tr
      data-id={lineKey}
      data-cursor={isCursor || undefined}
      data-open={isOpen || undefined}
      data-in-group={isInGroup || undefined}
      onFocus={onFocus}
    >
      {ticked !== undefined && (
        <td className={styles.tick}>
          <input
            type="checkbox"
            checked={ticked === rows.length}
            ref={(input) => {
              if (input) input.indeterminate = ticked > 0 && ticked < rows.length;
            }}
            onChange={onTick}
            aria-label={t('select.one', {
              name: `${t(`inboxKinds.${nameOfKind(first?.kind ?? 'request')}`, { count: rows.length })}, ${nameOf(first)}`,
            })}
          />
        </td>
      )}
      {children}
    </tr>
  );
}

const isLate = (due: string, now: number): boolean => new Date(due).getTime() < now;

const isSnoozed = ({ snoozed_until }: InboxRow, now: number): boolean =>
  snoozed_until !== null && new Date(snoozed_until).getTime() > now;

const nameOf = (row: InboxRow | undefined): string =>
  row?.patient_full_name || row?.patient_email || row?.difference?.subject || row?.payment?.id || '';

export function EntryLine({
  row,
  isInGroup,
  onSnooze,
  onOpen,
  ...line
}: LineProps & { row: InboxRow; isInGroup: boolean }) {
  const { t } = useTranslation('admin');
  const treatment = useTreatmentName();
  const age = useAge();
  const { dateTime } = useFormat();
  const locale = useLocale();
  const { mutate, isPending } = useHandle(row);
  // Opens the appointment in the pane, if there is room. Links to disputes, to differences in the ledger and to
  // payments without an appointment open their own pages. If a modifier key is pressed, the browser opens the link in
  // another tab or window.
  const openBeside = (event: MouseEvent) => {
    const { appointment_id, dispute_id } = row;
    if (!onOpen || !appointment_id || dispute_id) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(appointment_id);
  };
  const setHandled = (is_handled: boolean) => mutate({ inbox_id: row.inbox_id, is_handled });
  return (
    <Frame {...line} rows={[row]} isInGroup={isInGroup}>
      <td data-label={t('column.what')}>
        <span>
          <LocalisedLink to={pathOf(row)} className={screen.open} data-opens onClick={openBeside}>
            {t(`inboxKind.${nameOfKind(row.kind)}`)}
          </LocalisedLink>
          <Deadline row={row} now={line.now} />
          {row.snoozed_until && isSnoozed(row, line.now) && (
            <small>{t('inbox.until', { date: dateTime(row.snoozed_until) })}</small>
          )}
          <Amounts row={row} />
          <Practitioners rows={[row]} />
        </span>
      </td>
      <Person row={row} />
      <td data-label={t('column.treatment')}>
        <span>
          {row.appointment_id && treatment(row.requested_treatment)}
          {isBenefit(row.requested_treatment) && <small>{t('benefit')}</small>}
        </span>
      </td>
      <td data-label={t('column.places')}>{placesOf(row)}</td>
      <td data-label={t('column.age')}>{age(row.inbox_created_at, line.now)}</td>
      <Assignee rows={[row]} />
      <td className={screen.end}>
        {row.handled_at && <small>{t('inbox.by', { name: row.handled_by_name ?? t('timeline.service') })}</small>}
        <Snooze rows={[row]} now={line.now} onSnooze={onSnooze} />
        {row.handled_at ? (
          <Button size="xs" busy={isPending} data-handles onClick={() => setHandled(false)}>
            {t('inbox.reopen')}
          </Button>
        ) : (
          <>
            <IconButton
              icon={Check}
              size="s"
              label={t('inbox.handle')}
              className={styles.snooze}
              disabled={isPending}
              data-handles
              onClick={() => setHandled(true)}
            />
            <LinkButton size="xs" to={inLanguage(pathOf(row), locale)} onClick={openBeside}>
              {t(`inbox.next.${nextActionOf(row)}`)}
            </LinkButton>
          </>
        )}
      </td>
    </Frame>
  );
}

/** Shows the amounts of an entry that belongs to no appointment. */
function Amounts({ row: { difference, payment } }: { row: InboxRow }) {
  const { t } = useTranslation('admin');
  const { money } = useFormat();
  if (payment)
    return <small>{t('inbox.erasedPayment', { amount: money(payment.amount_cents, payment.currency) })}</small>;
  if (!difference) return null;
  const { ledger_cents, provider_cents, currency } = difference;
  const both = { ledger: money(ledger_cents, currency), provider: money(provider_cents, currency) };
  return <small>{t('inbox.bothAmounts', both)}</small>;
}

/** Shows the practitioners who may no longer work. */
function Practitioners({ rows }: { rows: readonly InboxRow[] }) {
  const names = [...new Set(rows.flatMap(({ practitioner_name }) => practitioner_name ?? []))];
  return (
    names.length > 0 && (
      <small>
        <bdi>{names.join(', ')}</bdi>
      </small>
    )
  );
}

interface GroupProps extends Omit<LineProps, 'onOpen'> {
  group: Group;
  isUnfolded: boolean;
  onToggle: () => void;
  onHandle: () => void;
}

/** A line that combines several entries of one kind about one person. */
export function GroupLine({ group: { rows }, isUnfolded, onToggle, onHandle, onSnooze, ...line }: GroupProps) {
  const { t } = useTranslation('admin');
  const treatment = useTreatmentName();
  const age = useAge();
  const [oldest] = rows;
  const newest = rows.at(-1) ?? oldest;
  const treatments = [...new Set(rows.map((row) => treatment(row.requested_treatment)))];
  const since = [age(oldest.inbox_created_at, line.now), age(newest.inbox_created_at, line.now)];
  const places = [...new Set(rows.map(placesOf))];
  return (
    <Frame {...line} rows={rows}>
      <td data-label={t('column.what')}>
        <button
          type="button"
          className={styles.opener}
          data-opens
          aria-expanded={isUnfolded}
          aria-label={`${t(`inboxKinds.${nameOfKind(newest.kind)}`, { count: rows.length })}, ${nameOf(newest)}`}
          onClick={onToggle}
        >
          <Icon as={ChevronRight} size="s" />
          {t(`inboxKinds.${nameOfKind(newest.kind)}`, { count: rows.length })}
        </button>
        <Deadline row={oldest} now={line.now} />
        <Practitioners rows={rows} />
      </td>
      <Person row={newest} />
      <td data-label={t('column.treatment')}>{treatments.join(', ')}</td>
      <td data-label={t('column.places')}>{places.join(', ')}</td>
      <td data-label={t('column.age')}>
        <span>
          {since[0]}
          {since[1] !== since[0] && <small>{t('inbox.newest', { age: since[1] })}</small>}
        </span>
      </td>
      <Assignee rows={rows} />
      <td className={screen.end}>
        <Snooze rows={rows} now={line.now} onSnooze={onSnooze} />
        <Button size="xs" data-handles onClick={onHandle}>
          {t('inbox.handleGroup', { count: rows.length })}
        </Button>
      </td>
    </Frame>
  );
}

/** Shows the deadline of a line. A group shows the earliest deadline, which is that of its first entry. */
function Deadline({ row: { due_at, handled_at, kind }, now }: { row: InboxRow; now: number }) {
  const { t } = useTranslation('admin');
  const { date, dateTime } = useFormat();
  if (!due_at || handled_at) return null;
  const late = isLate(due_at, now);
  return (
    <small className={late ? screen.late : undefined}>
      {kind === 'offer_expiring' || kind === 'payment_failed'
        ? t(late ? 'inbox.ended' : 'inbox.ends', { moment: dateTime(due_at) })
        : t(late ? 'inbox.answerLate' : 'inbox.answerBy', { date: date(due_at) })}
    </small>
  );
}

interface SnoozeProps {
  rows: readonly InboxRow[];
  now: number;
  onSnooze: (() => void) | undefined;
}

function Snooze({ rows, now, onSnooze }: SnoozeProps) {
  const { t } = useTranslation('admin');
  if (!onSnooze) return null;
  const isAsleep = rows.every((row) => isSnoozed(row, now));
  return (
    <IconButton
      icon={isAsleep ? AlarmClockOff : AlarmClock}
      size="s"
      label={`${t(isAsleep ? 'inbox.wake' : 'inbox.snooze')} ${nameOf(rows[0])}`}
      className={styles.snooze}
      onClick={onSnooze}
    />
  );
}

function Assignee({ rows }: { rows: readonly InboxRow[] }) {
  const { t } = useTranslation('admin');
  const names = [...new Set(rows.map(({ coordinator_name }) => coordinator_name ?? t('assign.nobody')))];
  return (
    <td
      data-label={t('column.assignee')}
      className={rows.some(({ coordinator_id }) => coordinator_id) ? undefined : 'muted'}
    >
      {names.join(', ')}
    </td>
  );
}

function Person({ row }: { row: InboxRow }) {
  const { t } = useTranslation('admin');
  return (
    <td data-label={t('column.user')}>
      <span>
        {nameOf(row)}
        <small>{row.patient_email}</small>
      </span>
    </td>
  );
}

const placesOf = ({ city_current, city_target }: InboxRow): string =>
  city_current === city_target ? city_target : `${city_current} → ${city_target}`;

function useHandle(row: InboxRow) {
  const { t } = useTranslation('admin');
  const errorText = useErrorText();
  const handling = useMutation(
    api.appointmentsAdmin.adminInboxHandle.mutationOptions({
      onSuccess: ({ handled_at }) => {
        if (!handled_at) return;
        const undo = { label: t('undo'), run: () => handling.mutate({ inbox_id: row.inbox_id, is_handled: false }) };
        toast({ kind: 'success', title: t('inbox.done'), action: undo });
      },
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
      onSettled: refreshAdmin,
    }),
  );
  return handling;
}
