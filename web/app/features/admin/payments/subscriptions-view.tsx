import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AdminSubscription } from '#contract/billing.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { ColumnHeads, Table } from '#web/ui/table.tsx';
import table from '../practitioners.module.css';

const columns = ['payer', 'plan', 'amount', 'status', 'renewal'] as const;
const tones = { active: 'confirmed', past_due: 'awaiting', ended: 'done', cancelled: 'cancelled' } as const;

const PAGE = 100;

export function SubscriptionsView() {
  const { t } = useTranslation('billing');
  const query = useInfiniteQuery(
    api.billing.adminListSubscriptions.infiniteOptions({
      input: (after: string | null) => ({ limit: PAGE, after }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ next }) => next,
    }),
  );
  if (!query.data && query.isError)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />;
  if (!query.data) return <SkeletonRows rows={6} />;
  const { pages } = query.data;
  if (pages[0]?.total === 0) return <EmptyState title={t('adminPay.noSubs')} text={t('adminPay.noSubsText')} />;
  return (
    <>
      <Table caption={t('adminPay.subscriptions')} className={table.table}>
        <ColumnHeads names={columns.map((column) => t(`adminPay.${column}`))} />
        <tbody>
          {pages
            .flatMap(({ subscriptions }) => subscriptions)
            .map((subscription) => (
              <SubscriptionRow key={subscription.id} subscription={subscription} />
            ))}
        </tbody>
      </Table>
      <LoadMore query={query}>{t('adminPay.more')}</LoadMore>
    </>
  );
}

function SubscriptionRow({ subscription }: { subscription: AdminSubscription }) {
  const { t } = useTranslation('billing');
  const { date, money } = useFormat();
  const { status, cancel_at, plan, cycle, amount_cents, currency, name, email } = subscription;
  const state = status === 'active' && cancel_at ? 'cancelled' : status;
  return (
    <tr>
      <th scope="row">
        {name ?? t('adminPay.gone')}
        <span className={table.second}>{email}</span>
      </th>
      <td data-label={t('adminPay.plan')}>{t(`plan.${plan}`)}</td>
      <td data-label={t('adminPay.amount')}>
        {money(amount_cents, currency)} {t(cycle === 'annual' ? 'membership.year' : 'membership.month')}
      </td>
      <td data-label={t('adminPay.status')}>
        <StatusBadge tone={tones[state]}>{t(`adminPay.state.${state}`)}</StatusBadge>
      </td>
      <td data-label={t('adminPay.renewal')}>{date(subscription.ended_at ?? cancel_at ?? subscription.period_end)}</td>
    </tr>
  );
}
