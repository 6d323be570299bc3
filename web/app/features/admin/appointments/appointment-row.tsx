import { ArrowRight, FileLock2, Link as LinkIcon, MessageCircleQuestion, Tag } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AdminAppointment } from '#contract/appointments-admin.ts';
import { isBenefit, toneOf, useTreatmentName } from '#web/lib/appointment-words.ts';
import { useFormat } from '#web/lib/format.ts';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { canCopy } from './copy-link.ts';
import styles from './list.module.css';
import { StatusMenu } from './status-menu.tsx';
import { canOffer } from './status-rules.ts';
import type { RowActions } from './use-row-actions.ts';
import { Due, useAge } from './when.tsx';

interface Props {
  row: AdminAppointment;
  now: number;
  isChosen: boolean;
  isCursor: boolean;
  isTicked: boolean;
  onTick: () => void;
  onOpen: () => void;
  onFocus: () => void;
  actions: RowActions;
}

export function AppointmentRow({ row, now, isChosen, isCursor, isTicked, onTick, onOpen, onFocus, actions }: Props) {
  const { t } = useTranslation(['admin', 'appointments']);
  const { dayOfYear } = useFormat();
  const age = useAge();
  const treatment = useTreatmentName();
  const status = row.status_canonical;
  const who = row.patient_full_name || row.patient_email;
  return (
    <tr aria-selected={isChosen} data-cursor={isCursor || undefined} data-id={row.id} onFocus={onFocus}>
      <td className={styles.tick}>
        <input type="checkbox" checked={isTicked} onChange={onTick} aria-label={t('select.one', { name: who })} />
      </td>
      <td data-label={t('column.date')}>
        <span>
          {dayOfYear(row.created_at)}
          <small>{age(row.created_at, now, true)}</small>
        </span>
      </td>
      <td data-label={t('column.user')}>
        <span>
          <button type="button" className={styles.who} data-opens onClick={onOpen}>
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
        <span className={styles.status}>
          <StatusBadge tone={toneOf[status]}>{t(`appointments:status.${status}`)}</StatusBadge>
          <Due row={row} now={now} />
        </span>
      </td>
      <td data-label={t('column.assignee')} className={row.coordinator_name ? undefined : 'muted'}>
        {row.coordinator_name ?? t('assign.nobody')}
      </td>
      <Acts row={row} actions={actions} />
    </tr>
  );
}

function Acts({ row, actions }: Pick<Props, 'row' | 'actions'>) {
  const { t } = useTranslation('admin');
  return (
    <td className={styles.acts}>
      <StatusMenu rows={[row]} isSmall onSet={(next) => actions.setStatus.set([row], next)} />
      <IconButton
        icon={LinkIcon}
        size="s"
        label={t('action.copy')}
        disabled={!canCopy(row)}
        onClick={() => void actions.copyLink(row)}
      />
      <IconButton icon={FileLock2} size="s" label={t('action.private')} onClick={() => actions.openPrivate(row)} />
      <IconButton
        icon={Tag}
        size="s"
        label={t('action.offer')}
        disabled={!canOffer(row)}
        onClick={() => actions.openOffer(row)}
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
