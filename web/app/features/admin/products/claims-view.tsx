import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { ColumnHeads, Table } from '#web/ui/table.tsx';
import { toast } from '#web/ui/toast.ts';
import { States } from '../screen.tsx';
import styles from '../screen.module.css';
import { refreshProducts } from './refresh.ts';

const columns = ['user', 'reward', 'claimed', 'given'] as const;

/** Lists the rewards that members requested. Open requests come first. */
export function ClaimsView() {
  const { t } = useTranslation(['admin', 'progress']);
  const { date } = useFormat();
  const errorText = useErrorText();
  const query = useQuery(api.progress.adminListRewardClaims.queryOptions());
  const { mutate, isPending, variables } = useMutation(
    api.progress.adminFulfilRewardClaim.mutationOptions({
      onSuccess: () => toast({ kind: 'success', title: t('claim.noted') }),
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
      onSettled: refreshProducts,
    }),
  );
  return (
    <States
      query={query}
      isEmpty={(rows) => rows.length === 0}
      empty={{ title: t('claim.empty'), text: t('claim.empty.text') }}
    >
      {(rows) => (
        <Table caption={t('product.view.claims')} className={styles.table}>
          <ColumnHeads names={columns.map((column) => t(`claim.column.${column}`))} />
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td data-label={t('claim.column.user')}>
                  <span>
                    {row.name}
                    <small>{row.email}</small>
                  </span>
                </td>
                <td data-label={t('claim.column.reward')}>{t(`progress:reward.${row.reward_id}`)}</td>
                <td data-label={t('claim.column.claimed')}>{date(row.claimed_at)}</td>
                <td data-label={t('claim.column.given')}>
                  {row.fulfilled_at ? (
                    date(row.fulfilled_at)
                  ) : (
                    <Button
                      size="xs"
                      variant="line"
                      busy={isPending && variables.id === row.id}
                      onClick={() => mutate({ id: row.id })}
                    >
                      {t('claim.give')}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </States>
  );
}
