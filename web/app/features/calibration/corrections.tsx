import { useTranslation } from 'react-i18next';
import type { CalibrationCorrection } from '#contract/calibrations.ts';
import { useFormat } from '#web/lib/format.ts';
import { ColumnHeads, Table } from '#web/ui/table.tsx';

/** Shows the measurements of each treatment, and how the drawing of its effect would change. */
export function Corrections({ corrections }: { corrections: readonly CalibrationCorrection[] }) {
  const { t } = useTranslation(['calibration', 'studio']);
  const { percent, number } = useFormat();
  const heads = [t('column.treatment'), t('column.people'), t('column.seen'), t('column.drawn')] as const;
  return (
    <Table caption={t('table')}>
      <ColumnHeads names={heads} />
      <tbody>
        {corrections.map(({ treatment, count, ratio, factor }) => (
          <tr key={treatment}>
            <td data-label={heads[0]}>{t(`studio:treatment.${treatment as 'cheek'}`, { defaultValue: treatment })}</td>
            <td data-label={heads[1]}>{t('people', { count, number: number(count) })}</td>
            <td data-label={heads[2]}>
              {t('seen', { mean: percent(ratio.mean), low: percent(ratio.low), high: percent(ratio.high) })}
            </td>
            <td data-label={heads[3]}>
              {t(factor < 1 ? 'drawn.less' : 'drawn.more', { percent: percent(Math.abs(factor - 1)) })}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
