import { ShieldCheck, ShieldX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Practitioner } from '#contract/identity.ts';
import { useFormat } from '#web/lib/format.ts';
import { useTermNames } from '#web/lib/term-names.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { ColumnHeads, Table } from '#web/ui/table.tsx';
import styles from './practitioners.module.css';

interface Props {
  rows: readonly Practitioner[];
  onToggle: (row: Practitioner) => void;
  isBusy: (row: Practitioner) => boolean;
}

const columns = ['name', 'speciality', 'registration', 'factor', 'status', 'actions'] as const;

export function PractitionersTable({ rows, ...rest }: Props) {
  const { t } = useTranslation('identity');
  return (
    <Table caption={t('admin.title')} className={styles.table}>
      <ColumnHeads names={columns.map((column) => t(`admin.column.${column}`))} />
      <tbody>
        {rows.map((row) => (
          <PractitionerRow key={row.user_id} row={row} {...rest} />
        ))}
      </tbody>
    </Table>
  );
}

function PractitionerRow({ row, onToggle, isBusy }: Omit<Props, 'rows'> & { row: Practitioner }) {
  const { t } = useTranslation('identity');
  const { date } = useFormat();
  const { speciality } = useTermNames();
  return (
    <tr>
      <th scope="row">
        {row.name}
        <span className={styles.second}>{row.email}</span>
      </th>
      <td data-label={t('admin.column.speciality')}>
        <span>
          {t(`admin.profession.${row.profession}`)}
          <span className={styles.second}>{speciality(row.speciality)}</span>
        </span>
      </td>
      <td data-label={t('admin.column.registration')}>
        <span>
          {row.registration_number}
          <span className={styles.second}>{row.registration_body}</span>
        </span>
      </td>
      <td data-label={t('admin.column.factor')}>
        <span className={styles.factor} data-missing={!row.has_second_factor || undefined}>
          <Icon as={row.has_second_factor ? ShieldCheck : ShieldX} size="s" />
          {t(row.has_second_factor ? 'admin.factor.yes' : 'admin.factor.no')}
        </span>
      </td>
      <td data-label={t('admin.column.status')}>
        <span>
          <StatusBadge tone={row.is_verified ? 'confirmed' : 'pending'}>
            {t(row.is_verified ? 'admin.status.verified' : 'admin.status.waiting')}
          </StatusBadge>
          {row.verified_at && (
            <span className={styles.second}>{t('admin.since', { date: date(row.verified_at) })}</span>
          )}
          <LastCheck row={row} />
        </span>
      </td>
      <td>
        <Button
          size="xs"
          variant={row.is_verified ? 'line' : 'ink'}
          busy={isBusy(row)}
          onClick={() => onToggle(row)}
          aria-label={`${t(row.is_verified ? 'admin.revoke' : 'admin.verify')}: ${row.name}`}
        >
          {t(row.is_verified ? 'admin.revoke' : 'admin.verify')}
        </Button>
      </td>
    </tr>
  );
}

/** Shows the latest check of the registration with its proof, or the hint that the registration number is malformed. */
function LastCheck({ row }: { row: Practitioner }) {
  const { t } = useTranslation('identity');
  const { date } = useFormat();
  const { is_number_wrong: isWrong, last_check: check } = row;
  if (isWrong) return <span className={styles.second}>{t('admin.check.malformed')}</span>;
  if (!check) return null;
  const name = check.document?.seen_by ?? '';
  const values = { date: date(check.last_at), document: check.document?.document ?? '', name };
  return <bdi className={styles.second}>{t(`admin.check.${check.outcome}`, values)}</bdi>;
}
