import { useTranslation } from 'react-i18next';
import type { LedgerDifference } from '#contract/ledger.ts';
import { useFormat } from '#web/lib/format.ts';
import { ColumnHeads, Table } from '#web/ui/table.tsx';
import screen from '../screen.module.css';
import { useFigures } from './figures.ts';
import styles from './ledger.module.css';

const columns = ['subject', 'aspect', 'ledger', 'provider', 'found', 'team'] as const;

/** Lists the payments whose sums differ between the ledger and the payment provider. */
export function DifferencesView({ differences }: { differences: readonly LedgerDifference[] }) {
  const { t } = useTranslation('ledger');
  const { dateTime } = useFormat();
  const { exactMoney } = useFigures();
  return (
    <Table caption={t('view.differences')} className={screen.table}>
      <ColumnHeads names={columns.map((column) => t(`column.${column}`))} />
      <tbody>
        {differences.map(({ id, subject, aspect, currency, ledger_cents, provider_cents, found_at, history }) => (
          <tr key={id}>
            <td data-label={t('column.subject')}>
              <code className={styles.code}>{subject}</code>
            </td>
            <td data-label={t('column.aspect')}>{t(`aspect.${aspect}`)}</td>
            <td data-label={t('column.ledger')}>{exactMoney(ledger_cents, currency)}</td>
            <td data-label={t('column.provider')} className={screen.late}>
              {exactMoney(provider_cents, currency)}
            </td>
            <td data-label={t('column.found')}>{dateTime(found_at)}</td>
            <td data-label={t('column.team')}>
              <History steps={history} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Lists the team's actions on a difference, newest first. */
function History({ steps }: { steps: LedgerDifference['history'] }) {
  const { t } = useTranslation('ledger');
  const { dateTime } = useFormat();
  if (steps.length === 0) return '–';
  return (
    <ul className={styles.history}>
      {steps.map(({ at, by_name, step, until, to }) => (
        <li key={`${at} ${step}`}>
          {t(step === 'assigned' && !to ? 'step.unassigned' : `step.${step}`, {
            to: to ?? '',
            until: until ? dateTime(until) : '',
          })}
          <small>{t('step.by', { name: by_name ?? t('step.unknown'), moment: dateTime(at) })}</small>
        </li>
      ))}
    </ul>
  );
}
