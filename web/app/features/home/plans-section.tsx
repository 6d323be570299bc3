import { Check, Minus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import home from './home.module.css';
import { type PlanKey, planKeys, plans } from './plans.ts';
import styles from './plans-section.module.css';

/** One sheet, four columns on common rows, each saying what it adds. */
export function PlansSection() {
  const { t } = useTranslation(['site', 'ui']);
  return (
    <section className={`${home.section} ${home.sand}`} id="plans">
      <div className="page">
        <div className={home.heading}>
          <h2 className="h2">{t('ourPlans', { ns: 'ui' })}</h2>
          <p className="lead">{t('site:plans.lead')}</p>
        </div>
        <div className={styles.sheet}>
          <div className={styles.columns}>
            {planKeys.map((key) => (
              <PlanColumn key={key} plan={key} />
            ))}
          </div>
          <div className={styles.foot}>
            <p>{t('site:plans.foot.1')}</p>
            <p>{t('site:plans.foot.2')}</p>
          </div>
        </div>
      </div>
    </section>
  );
}

function PlanColumn({ plan }: { plan: PlanKey }) {
  const { t, i18n } = useTranslation('site');
  const { money } = useFormat();
  const { month_cents, year_cents, features } = plans[plan];
  const adds = plan === 'free' ? undefined : plans[plan].adds;
  // Keys are numbered by the plan's own count.
  const feature = (nth: number) => (i18n.t as (key: string) => string)(`site:plan.${plan}.${nth}`);
  return (
    <article className={styles.plan} data-popular={plan === 'elite' || undefined}>
      <header>
        <h3 className="title">{t(`plan.${plan}`)}</h3>
        {plan === 'elite' && <span className={styles.popular}>{t('plans.popular')}</span>}
      </header>
      <p className={styles.price}>
        <span className="figure-type">{money(month_cents)}</span>
        <span className="small muted">{plan === 'free' ? t('plans.noCard') : t('plans.month')}</span>
      </p>
      {plan === 'free' ? (
        <LocalisedLink to="/unlock" className={buttonClass({ size: 's', wide: true })}>
          {t('plans.try')}
        </LocalisedLink>
      ) : (
        <p className={`small muted num ${styles.year}`}>{t('plans.year', { price: money(year_cents) })}</p>
      )}
      <ul>
        {adds && <li className={styles.adds}>{t('plan.and', { plan: t(`plan.${adds}`) })}</li>}
        {Array.from({ length: features }, (_, index) => (
          <li key={index}>
            <Icon as={Check} size="s" />
            {feature(index + 1)}
          </li>
        ))}
        {plan === 'free' && (
          <li className="muted">
            <Icon as={Minus} size="s" />
            {t('plan.free.not')}
          </li>
        )}
      </ul>
    </article>
  );
}
