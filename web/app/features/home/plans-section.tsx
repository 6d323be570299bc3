import { Check, Minus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import '#web/ui/segmented-control.css';
import home from './home.module.css';
import { type PlanKey, planKeys, plans } from './plans.ts';
import styles from './plans-section.module.css';

/** One sheet, four columns on common rows, each saying what it adds. The cycle is chosen by radio buttons and style alone. */
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
          <Cycle />
          <div className={styles.columns}>
            {planKeys.map((key) => (
              <PlanColumn key={key} plan={key} />
            ))}
          </div>
          <div className={styles.foot}>
            <p>{t('site:plans.foot.1')}</p>
            <p>{t('site:plans.foot.2')}</p>
            <p>{t('site:plans.foot.3')}</p>
          </div>
        </div>
      </div>
    </section>
  );
}

function Cycle() {
  const { t } = useTranslation('site');
  return (
    <fieldset className={styles.cycle}>
      <legend className="visually-hidden">{t('plans.cycle')}</legend>
      <div className="segments">
        <label className="segment">
          <input type="radio" name="cycle" value="monthly" defaultChecked />
          <span>{t('plans.monthly')}</span>
        </label>
        <label className="segment">
          <input type="radio" name="cycle" value="annual" />
          <span>
            {t('plans.annual')} <small className="num">{t('plans.discount')}</small>
          </span>
        </label>
      </div>
    </fieldset>
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
      {plan === 'free' ? (
        <>
          <Price cents={0} unit={t('plans.noCard')} />
          <LocalisedLink to="/unlock" className={buttonClass({ size: 's', wide: true })}>
            {t('plans.try')}
          </LocalisedLink>
        </>
      ) : (
        <>
          <div data-cycle="monthly">
            <Price cents={month_cents} unit={t('plans.month')} />
            <p className={`small muted num ${styles.other}`}>{t('plans.year', { price: money(year_cents) })}</p>
          </div>
          <div data-cycle="annual">
            <Price cents={year_cents} unit={t('plans.perYear')} />
            <p className={`small muted num ${styles.other}`}>{t('plans.byMonth', { price: money(month_cents) })}</p>
          </div>
        </>
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

function Price({ cents, unit }: { cents: number; unit: string }) {
  const { money } = useFormat();
  return (
    <p className={styles.price}>
      <span className="figure-type">{money(cents)}</span>
      <span className="small muted">{unit}</span>
    </p>
  );
}
