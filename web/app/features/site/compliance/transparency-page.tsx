import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { TransparencyYear } from '#contract/community/transparency.ts';
import { useFormat } from '#web/lib/format.ts';
import { Grid } from '#web/ui/layout.tsx';
import { PageHead } from '../page-head.tsx';
import { RichText } from '../rich-text.tsx';
import styles from './transparency-page.module.css';

interface Props {
  years: readonly TransparencyYear[];
  thisYear: number;
}

/** The yearly report on moderation (regulation 2022/2065, art. 15 and 24). */
export function TransparencyPage({ years, thisYear }: Props) {
  const { t } = useTranslation('transparency');
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <div className={`page ${styles.years}`}>
        {years.map((year) => (
          <Year key={year.year} {...year} isRunning={year.year === thisYear} />
        ))}
        {years.length === 0 && (
          <section className={styles.how}>
            <h2 className="h3">{t('none.title')}</h2>
            <p>{t('none.text')}</p>
          </section>
        )}
        <section className={styles.how}>
          <h2 className="h3">{t('how.title')}</h2>
          <RichText text={t('how.text')} />
        </section>
      </div>
    </>
  );
}

function Year({ year, isRunning, ...counted }: TransparencyYear & { isRunning: boolean }) {
  const { t } = useTranslation(['transparency', 'community']);
  const { reported, decided, grounds, times, held, appeals, reviews } = counted;
  const title = useId();
  const again = (kind: 'appeals' | 'reviews', { asked, upheld, reversed }: typeof appeals): Row[] =>
    asked + upheld + reversed === 0
      ? []
      : [
          { name: t(`again.${kind}`), count: asked },
          { name: t('again.upheld'), count: upheld, isPart: true },
          { name: t('again.reversed'), count: reversed, isPart: true },
        ];
  return (
    <section aria-labelledby={title}>
      <h2 className="h2" id={title}>
        {isRunning ? t('so_far', { year }) : year}
      </h2>
      <Grid gap={48} min={320} align="start" fill>
        <Counts
          name="reported"
          hasTotal
          rows={reported.map(({ reason, count }) => ({ name: t(`community:reason.${reason}`), count }))}
        />
        <Counts
          name="decided"
          hasTotal
          rows={decided.map(({ action, count }) => ({ name: t(`action.${action}`), count }))}
        />
        <Counts
          name="grounds"
          hasTotal
          rows={grounds.map(({ reason, count }) => ({ name: t(`community:reason.${reason}`), count }))}
        />
        <Counts name="times" rows={times.map(({ within, count }) => ({ name: t(`within.${within}`), count }))} />
        <Counts
          name="held"
          rows={(['by_filter', 'by_reports'] as const).map((by) => ({ name: t(`held.${by}`), count: held[by] }))}
        />
        <Counts name="again" showsZeros rows={[...again('appeals', appeals), ...again('reviews', reviews)]} />
      </Grid>
    </section>
  );
}

interface Row {
  name: string;
  count: number;
  /** True if the row is part of the row above it. */
  isPart?: boolean;
}

interface CountsProps {
  name: 'reported' | 'decided' | 'grounds' | 'times' | 'held' | 'again';
  rows: readonly Row[];
  hasTotal?: boolean;
  showsZeros?: boolean;
}

function Counts({ name, rows, hasTotal, showsZeros }: CountsProps) {
  const { t } = useTranslation('transparency');
  const { number } = useFormat();
  const shown = rows.filter(({ count }) => showsZeros || count > 0);
  if (shown.length === 0)
    return (
      <div className={styles.counts}>
        <h3>{t(name)}</h3>
        <p className="muted">{t(`${name}.none`)}</p>
      </div>
    );
  return (
    <table className={styles.counts}>
      <caption>{t(name)}</caption>
      <tbody>
        {shown.map((row, index) => (
          <tr key={index} data-part={row.isPart}>
            <th scope="row">{row.name}</th>
            <td className="num">{number(row.count)}</td>
          </tr>
        ))}
      </tbody>
      {hasTotal && (
        <tfoot>
          <tr>
            <th scope="row">{t('total')}</th>
            <td className="num">{number(rows.reduce((sum, { count }) => sum + count, 0))}</td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}
