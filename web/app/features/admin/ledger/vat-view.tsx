import { useTranslation } from 'react-i18next';
import type { VatOfService } from '#contract/ledger.ts';
import { useTreatmentName } from '#web/lib/appointment-words.ts';
import { ColumnHeads, Table } from '#web/ui/table.tsx';
import screen from '../screen.module.css';
import { useFigures } from './figures.ts';

const columns = ['service', 'rate', 'net', 'vat'] as const;

/** Shows the sales of each service at each tax rate, minus refunds. */
export function VatView({ vat }: { vat: readonly VatOfService[] }) {
  const { t } = useTranslation('ledger');
  const treatment = useTreatmentName();
  const { exactMoney, rate } = useFigures();
  return (
    <Table caption={t('view.vat')} className={screen.table}>
      <ColumnHeads names={columns.map((column) => t(`column.${column}`))} />
      <tbody>
        {vat.map(({ service, vat_permille, currency, net_cents, vat_cents }) => (
          <tr key={`${service} ${vat_permille} ${currency}`}>
            <td data-label={t('column.service')}>
              {service === 'subscription' ? t('subscription') : treatment(service)}
            </td>
            <td data-label={t('column.rate')}>{vat_permille === 0 ? t('exempt') : rate(vat_permille)}</td>
            <td data-label={t('column.net')}>{exactMoney(net_cents, currency)}</td>
            <td data-label={t('column.vat')}>{exactMoney(vat_cents, currency)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
