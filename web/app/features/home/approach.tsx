import { Trans, useTranslation } from 'react-i18next';
import { useSite } from '#web/lib/use-site.ts';
import { useFormat } from '#web/lib/format.ts';
import meshUrl from '#web/ui/face/face-mesh.svg';
import home from './home.module.css';
import { plans } from '#web/lib/plans.ts';
import styles from './approach.module.css';

export function Approach() {
  const { t } = useTranslation('site');
  const { money } = useFormat();
  const claims = useSite()?.claims;
  const options = [
    {
      key: 'remote',
      facts: [
        ['where', t('approach.remote.where')],
        ['who', t('approach.remote.who')],
      ],
    },
    {
      key: 'paris',
      facts: [
        ['where', t('approach.paris.where')],
        ...(claims ? [['who', <Practitioners key="who" number={claims.practitioners} />] as const] : []),
      ],
    },
    {
      key: 'year',
      facts: [
        ['from', t('approach.year.from', { price: money(plans.essential.month_cents) })],
        ['leave', t('approach.year.leave')],
      ],
    },
  ] as const;
  return (
    <section className={`${home.section} ${home.sand}`} id="approach">
      <div className="page">
        <div className={home.heading}>
          <h2 className="h2">{t('approach.title')}</h2>
          <p className="lead">{t('approach.lead')}</p>
        </div>
        <div className={styles.options}>
          {options.map(({ key, facts }) => (
            <article key={key} className={styles.option}>
              <div className={`${styles.crop} ${styles[key]}`}>
                <img src={meshUrl} width={1200} height={1240} alt="" loading="lazy" />
              </div>
              <div className={styles.words}>
                <h3 className="h3">{t(`approach.${key}.title`)}</h3>
                <p>{t(`approach.${key}.text`)}</p>
                <dl>
                  {facts.map(([name, text]) => (
                    <div key={name}>
                      <dt>{t(`approach.${name}`)}</dt>
                      <dd className="num">{text}</dd>
                    </div>
                  ))}
                </dl>
              </div>
            </article>
          ))}
        </div>
      </div>
    </section>
  );
}

function Practitioners({ number }: { number: string }) {
  const { t } = useTranslation('site');
  return <Trans t={t} i18nKey="approach.paris.who" values={{ number }} components={{ b: <span /> }} />;
}
