import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { EVIDENCE_FEWEST, type EvidenceCell, EvidencePeriods, type EvidenceReport } from '#contract/evidence.ts';
import { useFormat } from '#web/lib/format.ts';
import { PageHead } from '../page-head.tsx';
import { RichText } from '../rich-text.tsx';
import styles from './evidence-page.module.css';

/** The page that compares results with simulations. It contains the figures, the method, and its limits. */
export function EvidencePage(report: EvidenceReport) {
  const { t } = useTranslation('evidence');
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <div className={`page ${styles.body}`}>
        <Facts {...report} />
        {report.people === 0 ? (
          <section className={styles.words}>
            <h2 className="h3">{t('none.title')}</h2>
            <p>{t('none.text')}</p>
            <Others zones={report.zones} />
          </section>
        ) : (
          EvidencePeriods.map((period) => (
            <Period
              key={period}
              period={period}
              cells={report.cells.filter((cell) => cell.period === period)}
              zones={report.zones}
            />
          ))
        )}
        <Words of="how" />
        <Words of="limits" />
        <Words of="privacy" />
      </div>
    </>
  );
}

function Words({ of }: { of: 'how' | 'limits' | 'privacy' }) {
  const { t } = useTranslation('evidence');
  return (
    <section className={styles.words}>
      <h2 className="h3">{t(`${of}.title`)}</h2>
      <RichText text={t(`${of}.text`, { fewest: EVIDENCE_FEWEST })} />
    </section>
  );
}

function Facts({ people, computed_at, dataset, engine }: EvidenceReport) {
  const { t } = useTranslation('evidence');
  const { number, date } = useFormat();
  const facts = [
    [t('people'), people === null ? t('people.few', { fewest: EVIDENCE_FEWEST }) : number(people)],
    [t('computed'), computed_at ? date(computed_at) : t('computed.never')],
    [t('dataset'), dataset],
    [t('engine'), t('engine.version', { version: engine })],
  ];
  return (
    <section aria-label={t('facts')}>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface PeriodProps {
  period: EvidenceCell['period'];
  cells: readonly EvidenceCell[];
  zones: readonly string[];
}

function Period({ period, cells, zones }: PeriodProps) {
  const { t } = useTranslation('evidence');
  const title = useId();
  const others = zones.filter((zone) => !cells.some(({ treatment }) => treatment === zone));
  return (
    <section aria-labelledby={title}>
      <h2 className="h3" id={title}>
        {t(`period.${period}`)}
      </h2>
      {cells.length > 0 && <Figures cells={cells} titledBy={title} />}
      <Others zones={others} />
    </section>
  );
}

/** Lists the zones without treatments, and the zones whose photos could not be compared. */
function Others({ zones }: { zones: readonly string[] }) {
  const { t } = useTranslation('evidence');
  const { commas } = useFormat();
  const nameOf = useZoneName();
  if (zones.length === 0) return null;
  return <p className={`muted ${styles.others}`}>{t('others', { zones: commas(zones.map(nameOf)) })}</p>;
}

function Figures({ cells, titledBy }: { cells: readonly EvidenceCell[]; titledBy: string }) {
  const { t } = useTranslation('evidence');
  return (
    <table className={styles.figures} aria-labelledby={titledBy}>
      <thead>
        <tr>
          <th scope="col">{t('zone')}</th>
          <th scope="col">{t('count')}</th>
          <th scope="col">{t('error')}</th>
          <th scope="col">{t('covered')}</th>
        </tr>
      </thead>
      <tbody>
        {cells.map((cell) => (
          <Row key={[cell.treatment, cell.measure, cell.dose, cell.tone].join(' ')} {...cell} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ treatment, measure, dose, tone, count, result }: EvidenceCell) {
  const { t } = useTranslation('evidence');
  const { number, percent, commas } = useFormat();
  const nameOf = useZoneName();
  return (
    <tr>
      <th scope="row">
        {nameOf(treatment)}
        <span className={styles.part}>{commas([t(`measure.${measure}`), t(`dose.${dose}`), t(`tone.${tone}`)])}</span>
      </th>
      {count === null || !result ? (
        <td colSpan={3} className="muted">
          {t('few')}
        </td>
      ) : (
        <>
          <td data-name={t('count')}>{number(count)}</td>
          <td data-name={t('error')}>
            {t(measure, { value: signed(result.error.mean, number) })}
            <span className={styles.part}>
              {t('range', { low: signed(result.error.low, number), high: signed(result.error.high, number) })}
            </span>
            <span className={styles.part}>{t(`finding.${result.finding}`)}</span>
          </td>
          <td data-name={t('covered')}>
            {percent(result.covered.mean)}
            <span className={styles.part}>
              {t('range', { low: percent(result.covered.low), high: percent(result.covered.high) })}
            </span>
          </td>
        </>
      )}
    </tr>
  );
}

/** Formats an error with a sign, which shows its direction. */
const signed = (value: number, number: (value: number) => string): string =>
  value > 0 ? `+${number(value)}` : number(value).replace('-', '−');

function useZoneName(): (zone: string) => string {
  const { t } = useTranslation('treatment-plan');
  return (zone) => t(`treatment.${zone as 'cheek'}`);
}
