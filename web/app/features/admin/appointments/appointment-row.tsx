import { ArrowRight, FileLock2, Link as LinkIcon, MessageCircleQuestion, Tag } from 'lucide-react';
import { memo, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminAppointment } from '#contract/appointments-admin.ts';
import { isBenefit, toneOf, useTreatmentName } from '#web/lib/appointment-words.ts';
import { useFormat } from '#web/lib/format.ts';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { canCopy } from './copy-link.ts';
import styles from './list.module.css';
import { StatusMenu } from './status-menu.tsx';
import { canOffer } from './status-rules.ts';
import type { SettableStatus } from './use-set-status.ts';
import { Due, useAge } from './when.tsx';

/**
 * The actions of a row. `AppointmentRow` is memoised, so each function must stay the same object in every render. A key
 * press then renders only the rows that it affects.
 */
export interface RowHandlers {
  tick: (id: string) => void;
  open: (id: string) => void;
  focus: (id: string) => void;
  setStatus: (row: AdminAppointment, status: SettableStatus) => void;
  copyLink: (row: AdminAppointment) => void;
  openPrivate: (row: AdminAppointment) => void;
  openOffer: (row: AdminAppointment) => void;
}

interface Props {
  row: AdminAppointment;
  /** The row's index in the list, from 0. */
  index: number;
  now: number;
  isChosen: boolean;
  isCursor: boolean;
  isTicked: boolean;
  handlers: RowHandlers;
  /** A ref that measures the height of the row. */
  measure: Ref<HTMLTableRowElement>;
}

export const AppointmentRow = memo(function AppointmentRow(props: Props) {
  const { row, index, now, isChosen, isCursor, isTicked, handlers, measure } = props;
  const { t } = useTranslation(['admin', 'appointments']);
  const { dayOfYear } = useFormat();
  const age = useAge();
  const treatment = useTreatmentName();
  const status = row.status_canonical;
  const who = row.patient_full_name || row.patient_email;
  return (
    <tr
      ref={measure}
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      data-cursor={isCursor || undefined}
      data-id={row.id}
      data-index={index}
      onFocus={() => handlers.focus(row.id)}
    >
      <td className={styles.tick}>
        <input
          type="checkbox"
          checked={isTicked}
          onChange={() => handlers.tick(row.id)}
          aria-label={t('select.one', { name: who })}
        />
      </td>
      <td data-label={t('column.date')}>
        <span>
          {dayOfYear(row.created_at)}
          <small>{age(row.created_at, now, true)}</small>
        </span>
      </td>
      <td data-label={t('column.user')}>
        <span>
          <button type="button" className={styles.who} data-opens onClick={() => handlers.open(row.id)}>
            {who}
          </button>
          {row.unanswered > 0 && (
            <span className={styles.asks} title={t('unanswered', { count: row.unanswered })}>
              <Icon as={MessageCircleQuestion} size="s" label={t('unanswered', { count: row.unanswered })} />
            </span>
          )}
          <small>{row.patient_email}</small>
        </span>
      </td>
      <td data-label={t('column.treatment')}>
        <span>
          {treatment(row.requested_treatment)}
          {isBenefit(row.requested_treatment) && <small>{t('benefit')}</small>}
        </span>
      </td>
      <td data-label={t('column.places')}>
        <Places row={row} />
      </td>
      <td data-label={t('column.status')}>
        <Stack as="span" gap={1} align="start" className={styles.status}>
          <StatusBadge tone={toneOf[status]}>{t(`appointments:status.${status}`)}</StatusBadge>
          <Due row={row} now={now} />
        </Stack>
      </td>
      <td data-label={t('column.assignee')} className={row.coordinator_name ? undefined : 'muted'}>
        {row.coordinator_name ?? t('assign.nobody')}
      </td>
      <Acts row={row} handlers={handlers} />
    </tr>
  );
});

function Acts({ row, handlers }: Pick<Props, 'row' | 'handlers'>) {
  const { t } = useTranslation('admin');
  return (
    <td className={styles.acts}>
      <StatusMenu rows={[row]} isSmall onSet={(next) => handlers.setStatus(row, next)} />
      <IconButton
        icon={LinkIcon}
        size="s"
        label={t('action.copy')}
        disabled={!canCopy(row)}
        onClick={() => handlers.copyLink(row)}
      />
      <IconButton icon={FileLock2} size="s" label={t('action.private')} onClick={() => handlers.openPrivate(row)} />
      <IconButton
        icon={Tag}
        size="s"
        label={t('action.offer')}
        disabled={!canOffer(row)}
        onClick={() => handlers.openOffer(row)}
      />
    </td>
  );
}

function Places({ row }: { row: AdminAppointment }) {
  const from = [row.city_current, row.country_current].filter(Boolean).join(', ');
  const to = [row.city_target, row.country_target].filter(Boolean).join(', ');
  if (from === to) return <span>{to}</span>;
  return (
    <span className={styles.places}>
      {from}
      <Icon as={ArrowRight} size="s" label="→" />
      {to}
    </span>
  );
}
