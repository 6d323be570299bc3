import { useTranslation } from 'react-i18next';
import type { AccountYear } from '#contract/ledger.ts';
import { Table } from '#web/ui/table.tsx';
import screen from '../screen.module.css';
import { AccountName } from './account-name.tsx';
import { useFigures } from './figures.ts';
import styles from './ledger.module.css';

/**
 * Shows each account and currency with its balance before the year, its change in each month, and its balance after the
 * year.
 */
export function BalancesView({ accounts }: { accounts: readonly AccountYear[] }) {
  const { t } = useTranslation('ledger');
  const { month, exactMoney } = useFigures();
  // Months without movement have no column.
  const months = Array.from({ length: 12 }, (_, at) => at).filter((at) => accounts.some((row) => row.months[at] !== 0));
  const heads = [t('column.opening'), ...months.map(month), t('column.closing')];
  return (
    <>
      <Table caption={t('view.balances')} className={screen.table}>
        <thead>
          <tr>
            <th scope="col">{t('column.account')}</th>
            {heads.map((head) => (
              <th key={head} scope="col" className={screen.end}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {accounts.map(({ account, currency, opening_cents, months: changes, closing_cents }) => (
            <tr key={`${account} ${currency}`}>
              <td>
                <span>
                  <AccountName account={account} />
                </span>
              </td>
              {[opening_cents, ...months.map((at) => changes[at] ?? 0), closing_cents].map((cents, at) => (
                <td
                  key={at}
                  data-label={heads[at]}
                  data-nothing={(cents === 0 && at < heads.length - 1) || undefined}
                  className={`${screen.end} ${styles.sum}`}
                >
                  {exactMoney(cents, currency)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="small muted">{t('signs')}</p>
    </>
  );
}
