import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TreatmentRecord } from '#contract/treatment-records.ts';
import { differs } from '#engine/plan/compare-doses.ts';
import { useFormat } from '#web/lib/format.ts';
import { usePlanWords } from '#web/lib/plan-words.ts';
import { Stack } from '#web/ui/layout.tsx';
import styles from './record.module.css';
import { useClinicalNames } from './use-clinical-names.ts';

interface Props {
  record: TreatmentRecord;
  isEarlier?: boolean;
  children?: ReactNode;
}

/**
 * Shows a summary of a saved record. It contains the lots, the amounts at each place, and the differences from the
 * plan.
 */
export function RecordSummary({ record, isEarlier, children }: Props) {
  const { t } = useTranslation('record');
  const passport = useTranslation('treatment-passport').t;
  const { date } = useFormat();
  const { amount } = usePlanWords();
  const { treatmentName } = useClinicalNames();
  const events = [...new Set<string>([...record.points.flatMap((point) => point.events), ...record.events])];
  return (
    <Stack as="article" gap={8} className={styles.summary} data-earlier={isEarlier || undefined}>
      <header>
        <h3>{date(record.treated_on)}</h3>
        <span className={styles.hint}>
          {t('version', { version: record.version })} ·{' '}
          {t('recorded', { name: record.practitioner_name, date: date(record.recorded_at) })}
        </span>
        {children}
      </header>
      {record.correction && <p className={styles.hint}>{t('correct.of', { reason: record.correction })}</p>}
      <ul>
        {record.products.map((product, at) => (
          <li key={at}>
            <b>
              <bdi>{product.name}</bdi>
            </b>{' '}
            <bdi>{product.manufacturer}</bdi>
            {product.lot && (
              <>
                {' · '}
                {t('product.lot')} <bdi className={styles.lot}>{product.lot}</bdi>
              </>
            )}
            {product.expires_on && ` · ${t('product.expires')} ${date(product.expires_on)}`}
          </li>
        ))}
      </ul>
      <ul className={styles.doses}>
        {record.doses.map((dose) => (
          <li key={dose.treatment} data-differs={differs(dose) || undefined}>
            {treatmentName(dose.treatment)} <b>{amount(dose.done ?? 0, dose.unit)}</b>
            {differs(dose) && <span>{t('planned', { amount: amount(dose.planned ?? 0, dose.unit) })}</span>}
          </li>
        ))}
      </ul>
      {events.length > 0 && <p>{events.map((event) => passport(`event.${event}` as 'event.other')).join(', ')}</p>}
      {record.note && <p className={styles.note}>{record.note}</p>}
      {record.photos.length > 0 && (
        <ul className={styles.photos}>
          {record.photos.map(({ id, url, thumb_url }, at) => (
            <li key={id}>
              <a href={url} target="_blank" rel="noreferrer">
                <img src={thumb_url} alt={t('photo', { number: at + 1 })} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}
