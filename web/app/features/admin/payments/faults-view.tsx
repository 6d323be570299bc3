import { ErrorState } from '#web/ui/list-states.tsx';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type PaymentNoticeFault, REFUSALS_SHOWN } from '#contract/billing.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { ColumnHeads, Table } from '#web/ui/table.tsx';
import { toast } from '#web/ui/toast.ts';
import table from '../practitioners.module.css';

const PAGE = 100;

/**
 * Lists the payment provider's webhook events that the service could not process. Also counts, for each day, the
 * webhook events that the service rejected as forged, late or unreadable.
 */
export function FaultsView() {
  const { t } = useTranslation('billing');
  const { date, number } = useFormat();
  const query = useInfiniteQuery(
    api.billing.adminListPaymentFaults.infiniteOptions({
      input: (after: string | null) => ({ limit: PAGE, after }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ next }) => next,
    }),
  );
  if (!query.data && query.isError)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />;
  if (!query.data) return <SkeletonRows rows={4} />;
  const { pages } = query.data;
  const notices = pages.flatMap((page) => page.notices);
  const refusals = pages[0]?.refusals ?? [];
  return (
    <>
      <Stack as="section" gap={12}>
        <h2 className="title">{t('adminPay.failed')}</h2>
        {notices.length === 0 ? <p className="muted">{t('adminPay.failedNone')}</p> : <Notices notices={notices} />}
        <LoadMore query={query}>{t('adminPay.more')}</LoadMore>
      </Stack>
      <Stack as="section" gap={12}>
        <h2 className="title">{t('adminPay.refused')}</h2>
        {refusals.length === 0 ? (
          <p className="muted">{t('adminPay.refusedNone')}</p>
        ) : (
          <Table caption={t('adminPay.refused')}>
            <ColumnHeads names={(['date', 'why', 'count'] as const).map((column) => t(`adminPay.${column}`))} />
            <tbody>
              {refusals.map(({ day, reason, count }) => (
                <tr key={`${day} ${reason}`}>
                  <th scope="row">{date(day)}</th>
                  <td data-label={t('adminPay.why')}>{t(`adminPay.reason.${reason}`)}</td>
                  <td data-label={t('adminPay.count')}>{number(count)}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
        {refusals.length === REFUSALS_SHOWN && (
          <p className="small muted">{t('adminPay.refusedCut', { number: number(REFUSALS_SHOWN) })}</p>
        )}
      </Stack>
    </>
  );
}

function Notices({ notices }: { notices: readonly PaymentNoticeFault[] }) {
  const { t } = useTranslation('billing');
  const { dateTime, number } = useFormat();
  const queries = useQueryClient();
  const errorText = useErrorText();
  const retry = useMutation(
    api.billing.adminRetryPaymentNotice.mutationOptions({
      onSuccess() {
        toast({ kind: 'success', title: t('adminPay.retried') });
        void queries.invalidateQueries({ queryKey: api.billing.adminListPaymentFaults.key() });
      },
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
    }),
  );
  return (
    <Table caption={t('adminPay.failed')}>
      <ColumnHeads
        names={(['notice', 'received', 'attempts', 'error', 'actions'] as const).map((column) =>
          t(`adminPay.${column}`),
        )}
      />
      <tbody>
        {notices.map(({ id, kind, received_at, attempts, last_error }) => (
          <tr key={id}>
            <th scope="row">
              {kind}
              <span className={table.second}>{id}</span>
            </th>
            <td data-label={t('adminPay.received')}>{dateTime(received_at)}</td>
            <td data-label={t('adminPay.attempts')}>{number(attempts)}</td>
            <td data-label={t('adminPay.error')}>{last_error}</td>
            <td>
              <Button size="xs" busy={retry.isPending} onClick={() => retry.mutate({ notice_id: id })}>
                {t('adminPay.retry')}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
