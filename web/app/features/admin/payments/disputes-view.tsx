import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type DisputeRow, DISPUTES_SHOWN } from '#contract/appointments-admin.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { ColumnHeads, Table } from '#web/ui/table.tsx';
import table from '../practitioners.module.css';
import { Deadline, DisputeState } from './dispute-parts.tsx';

const columns = ['payer', 'for', 'amount', 'status', 'deadline', 'actions'] as const;

/**
 * Lists the payments that are disputed at the bank. Open disputes come first, sorted by deadline, followed by disputes
 * that have ended.
 */
export function DisputesView() {
  const { t } = useTranslation('disputes');
  const { number } = useFormat();
  const query = useQuery(api.appointmentsAdmin.adminListDisputes.queryOptions());
  if (!query.data && query.isError)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />;
  if (!query.data) return <SkeletonRows rows={4} />;
  if (query.data.length === 0) return <EmptyState title={t('empty')} text={t('emptyText')} />;
  const open = query.data.filter(({ closed_at }) => !closed_at).length;
  return (
    <>
      <p className="small muted">{open > 0 ? t('lead', { count: open }) : t('leadNone')}</p>
      <Table caption={t('title')} className={table.table}>
        <ColumnHeads names={columns.map((column) => t(column))} />
        <tbody>
          {query.data.slice(0, DISPUTES_SHOWN).map((dispute) => (
            <Row key={dispute.id} dispute={dispute} />
          ))}
        </tbody>
      </Table>
      {query.data.length > DISPUTES_SHOWN && (
        <p className="small muted">{t('cut', { number: number(DISPUTES_SHOWN) })}</p>
      )}
    </>
  );
}

function Row({ dispute }: { dispute: DisputeRow }) {
  const { t } = useTranslation('disputes');
  const { money } = useFormat();
  return (
    <tr>
      <th scope="row">
        <bdi>{dispute.payer_name ?? t('gone')}</bdi>
        <span className={table.second}>{dispute.payer_email}</span>
      </th>
      <td data-label={t('for')}>{dispute.number ?? t(dispute.is_plan ? 'plan' : 'appointment')}</td>
      <td data-label={t('amount')}>{money(dispute.amount_cents, dispute.currency)}</td>
      <td data-label={t('status')}>
        <DisputeState status={dispute.status} />
      </td>
      <td data-label={t('deadline')}>
        <Deadline dispute={dispute} />
      </td>
      <td>
        <LocalisedLink to={`/admin/payments/disputes/${dispute.id}`}>{t('open')}</LocalisedLink>
      </td>
    </tr>
  );
}
