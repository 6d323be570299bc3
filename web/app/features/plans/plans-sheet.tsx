import { Check, Minus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Variants } from '#contract/billing.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { type PlanKey, planKeys, plans } from '#web/lib/plans.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import '#web/ui/segmented-control.css';
import '#web/ui/icon-button.css';
import styles from './plans.module.css';

export interface Offer {
  readonly plan: PlanKey;
  /**
   * The billing cycle of the current plan. If it is undefined, the plan is marked as the current plan in both cycles.
   */
  readonly cycle?: 'monthly' | 'annual' | undefined;
}

/** The parts that the rules of the reader's region forbid. */
export interface Hidden {
  readonly hides_medicines: boolean;
  readonly hides_discounts: boolean;
}

interface Props {
  /** The reader's current plan, which cannot be chosen. */
  current?: Offer;
  hidden: Hidden | undefined;
}

/**
 * Shows the plans, in four columns if there is room. Each column lists the benefits that its plan adds. The choice of
 * the billing cycle needs no script, because it uses radio buttons and style rules.
 */
export function PlansSheet({ current, hidden }: Props) {
  const { t } = useTranslation('billing');
  return (
    <div className={styles.sheet} data-plans-sheet>
      <div className={styles.head}>
        <p className={`h3 ${styles.title}`}>{t('plans.title')}</p>
        <Cycle hidden={hidden} />
        <button type="button" className={`icon-button ${styles.close}`} data-plans-close aria-label={t('plans.close')}>
          <Icon as={X} />
        </button>
      </div>
      <p className={styles.lead}>
        {Variants.map((variant) => (
          <span key={variant} data-variant={variant}>
            {t(`plans.lead.${variant}`)}
          </span>
        ))}
      </p>
      <div className={styles.columns}>
        {planKeys.map((key) => (
          <PlanColumn key={key} plan={key} current={current?.plan === key ? current : undefined} hidden={hidden} />
        ))}
      </div>
      <div className={styles.foot}>
        <p>{t('plans.foot.1')}</p>
        <p>{t('plans.foot.2')}</p>
      </div>
    </div>
  );
}

type HiddenProps = { hidden: Hidden | undefined };

function Cycle({ hidden }: HiddenProps) {
  const { t } = useTranslation('billing');
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
            {t('plans.annual')} {!hidden?.hides_discounts && <small className="num">{t('plans.discount')}</small>}
          </span>
        </label>
      </div>
    </fieldset>
  );
}

function PlanColumn({ plan, current, hidden }: { plan: PlanKey; current: Offer | undefined } & HiddenProps) {
  const { t } = useTranslation('billing');
  return (
    <article className={styles.plan} data-popular={plan === 'elite' || undefined}>
      <header>
        <h3 className="title">{t(`plan.${plan}`)}</h3>
        {plan === 'elite' && <span className={styles.popular}>{t('plans.popular')}</span>}
      </header>
      {plan === 'free' ? <FreeOffer isCurrent={current !== undefined} /> : <PaidOffers plan={plan} current={current} />}
      <Features plan={plan} hidden={hidden} />
    </article>
  );
}

function FreeOffer({ isCurrent }: { isCurrent: boolean }) {
  const { t } = useTranslation('billing');
  return (
    <div className={styles.offer}>
      <Price cents={0} unit={t('plans.noCard')} />
      {isCurrent ? (
        <Current />
      ) : (
        <LocalisedLink to="/unlock" className={buttonClass({ size: 's', wide: true })}>
          {t('plans.try')}
        </LocalisedLink>
      )}
    </div>
  );
}

function PaidOffers({ plan, current }: { plan: Exclude<PlanKey, 'free'>; current: Offer | undefined }) {
  const has = (cycle: Offer['cycle']) => current !== undefined && (current.cycle ?? cycle) === cycle;
  const { t } = useTranslation('billing');
  const { money } = useFormat();
  const { month_cents, year_cents } = plans[plan];
  return (
    <>
      <div className={styles.offer} data-cycle="monthly">
        <Price cents={month_cents} unit={t('plans.month')} />
        <p className={`small muted num ${styles.other}`}>{t('plans.year', { price: money(year_cents) })}</p>
        {has('monthly') ? <Current /> : <Choose plan={plan} sku={`${plan}_monthly`} cents={month_cents} />}
      </div>
      <div className={styles.offer} data-cycle="annual">
        <Price cents={year_cents} unit={t('plans.perYear')} />
        <p className={`small muted num ${styles.other}`}>{t('plans.byMonth', { price: money(month_cents) })}</p>
        {has('annual') ? <Current /> : <Choose plan={plan} sku={`${plan}_annual`} cents={year_cents} />}
      </div>
    </>
  );
}

/**
 * The button that chooses a plan. It is a link, so that it works before any script runs. begin-checkout.ts handles its
 * click.
 */
function Choose({ plan, sku, cents }: { plan: PlanKey; sku: string; cents: number }) {
  const { t } = useTranslation('billing');
  const look = { size: 's', wide: true, variant: plan === 'elite' ? 'primary' : 'line' } as const;
  return (
    <LocalisedLink
      to={`/checkout?sku=${sku}`}
      reloadDocument
      rel="nofollow"
      className={buttonClass(look)}
      data-sku={sku}
      data-cents={cents}
    >
      {t('plans.choose', { plan: t(`plan.${plan}`) })}
    </LocalisedLink>
  );
}

function Current() {
  const { t } = useTranslation('billing');
  return (
    <Row as="p" gap={8} align="center" justify="center" className={styles.current}>
      <Icon as={Check} size="s" />
      {t('plans.current')}
    </Row>
  );
}

/**
 * For each plan, the number of the feature that names a medicine. The number is part of the feature's translation key.
 * Such a feature has a second text (`lawful`), which does not name the medicine and is allowed in every region.
 */
export const namesMedicine: Partial<Record<PlanKey, number>> = { essential: 4, plus: 1 };

function Features({ plan, hidden }: { plan: PlanKey } & HiddenProps) {
  const { t, i18n } = useTranslation('billing');
  const adds = plan === 'free' ? undefined : plans[plan].adds;
  // The number in each key depends on the plan, so TypeScript cannot check the translation keys.
  const feature = (key: string) => (i18n.t as (key: string) => string)(`billing:plan.${plan}.${key}`);
  return (
    <ul>
      {adds && <li className={styles.adds}>{t('plan.and', { plan: t(`plan.${adds}`) })}</li>}
      {Array.from({ length: plans[plan].features }, (_, index) => (
        <li key={index}>
          <Icon as={Check} size="s" />
          {feature(index + 1 === namesMedicine[plan] && hidden?.hides_medicines ? 'lawful' : `${index + 1}`)}
        </li>
      ))}
      {plan === 'free' && (
        <li className="muted">
          <Icon as={Minus} size="s" />
          <span>
            {t('plan.free.not')}
            <small className={styles.why}>{t('plan.free.not.why')}</small>
          </span>
        </li>
      )}
    </ul>
  );
}

function Price({ cents, unit }: { cents: number; unit: string }) {
  const { money } = useFormat();
  return (
    <Row as="p" gap={8} rowGap={0} align="baseline" wrap className={styles.price}>
      <span className="figure-type">{money(cents)}</span>
      <span className="small muted">{unit}</span>
    </Row>
  );
}
