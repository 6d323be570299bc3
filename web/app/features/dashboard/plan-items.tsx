import { useTranslation } from 'react-i18next';
import type { PlanItem } from '#contract/drafts.ts';
import { useFormat } from '#web/lib/format.ts';
import styles from './plan.module.css';

/**
 * Lists the items of a treatment plan from an earlier release. Such a plan has free text and no visits. The items are
 * in the doctor's order. The text of each item determines its writing direction.
 */
export function PlanItems({ items }: { items: readonly PlanItem[] }) {
  return (
    <ol>
      {items.map((item, at) => (
        <Item key={at} item={item} number={at + 1} />
      ))}
    </ol>
  );
}

function Item({ item, number }: { item: PlanItem; number: number }) {
  const { t } = useTranslation('case');
  const format = useFormat();
  const facts = [
    [t('plan.dose'), item.dose],
    [t('plan.sessions'), format.number(item.sessions)],
    [
      t('plan.interval'),
      item.sessions > 1 && item.interval_weeks > 0 ? t('plan.weeks', { count: item.interval_weeks }) : '',
    ],
  ].filter(([, value]) => value !== '');
  return (
    <li className={styles.item}>
      <span className={styles.ordinal} aria-hidden="true">
        {number}
      </span>
      <div>
        <h3 className={styles.kind}>
          {t(`kind.${item.kind}`)} <bdi>{item.area}</bdi>
        </h3>
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
        <p className={styles.rationale} dir="auto">
          {item.rationale}
        </p>
        {item.risks && <Aside label={t('plan.risks')} text={item.risks} />}
        {item.alternatives && <Aside label={t('plan.alternatives')} text={item.alternatives} />}
      </div>
    </li>
  );
}

function Aside({ label, text }: { label: string; text: string }) {
  return (
    <p className={styles.aside}>
      <b>{label}</b> <bdi>{text}</bdi>
    </p>
  );
}
