import { Trans, useTranslation } from 'react-i18next';
import { useSite } from '#web/lib/use-site.ts';
import home from './home.module.css';
import styles from './problem.module.css';

export function Problem() {
  const { t } = useTranslation('site');
  return (
    <section className={home.section}>
      <div className={`page ${home.split}`}>
        <h2 className={`h2 ${styles.title}`}>
          <Trans t={t} i18nKey="problem.title" components={{ em: <em /> }} />
        </h2>
        <div className={`lead ${styles.text}`}>
          <p>{t('problem.1')}</p>
          <p>{t('problem.2')}</p>
        </div>
      </div>
    </section>
  );
}

export function Results() {
  const { t } = useTranslation('site');
  const claims = useSite()?.claims;
  if (!claims) return null;
  return (
    <section className={styles.results}>
      <div className="page">
        <h2 className="visually-hidden">{t('results.label')}</h2>
        <ol>
          {claims.results.map(({ figure, title, text }, index) => {
            const nth = (index + 1) as 1 | 2 | 3;
            const Drawing = drawings[nth];
            return (
              <li key={nth}>
                <p className="figure-type">{figure}</p>
                {/* The drawing illustrates the sample figure in the translations. If the published figure is different,
                    the drawing is hidden. */}
                <svg {...frame} visibility={figure === t(`results.${nth}.figure`) ? undefined : 'hidden'}>
                  <Drawing />
                </svg>
                <h3>{title}</h3>
                <p className={styles.note}>{text}</p>
                {nth === 1 && <p className="micro muted">{t('results.1.plan')}</p>}
              </li>
            );
          })}
        </ol>
        {!claims.is_confirmed && <p className={`micro muted ${styles.sample}`}>{t('stats.sample')}</p>}
      </div>
    </section>
  );
}

const frame = {
  className: styles.drawing,
  viewBox: '0 0 326 56',
  preserveAspectRatio: 'xMinYMid meet',
  fill: 'none',
  'aria-hidden': true,
} as const;

/** Draws forty-eight hours, with one line for each hour. Every twelfth line is long. */
function Hours() {
  const lines = Array.from(
    { length: 49 },
    (_, hour) => `M${4 + hour * 6.55} 44v${hour % 12 === 0 ? -28 : hour % 6 === 0 ? -16 : -8}`,
  );
  return (
    <>
      <path className={styles.quiet} d={lines.filter((_, hour) => hour % 12 !== 0).join('')} />
      <path className={styles.loud} d={lines.filter((_, hour) => hour % 12 === 0).join('')} />
    </>
  );
}

/** Draws a dot for each of twenty people. Seventeen of the dots are filled. */
function People() {
  return (
    <>
      {Array.from({ length: 20 }, (_, person) => (
        <circle key={person} className={person < 17 ? styles.full : styles.open} cx={6 + person * 16.4} cy="28" r="5" />
      ))}
    </>
  );
}

/** Draws two bars whose lengths have the ratio three to one. */
function Bars() {
  return (
    <>
      <path className={styles.bar} d="M0 18h312" />
      <path className={styles.quietBar} d="M0 40h104" />
    </>
  );
}

const drawings = { 1: Hours, 2: People, 3: Bars } as const;
