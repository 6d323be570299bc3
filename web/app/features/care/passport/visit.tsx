import { useTranslation } from 'react-i18next';
import { amountText } from '#contract/plan-words.ts';
import { UndosedKinds } from '#contract/sessions.ts';
import type { TreatedPoint, TreatmentRecord, UsedProduct } from '#contract/treatment-records.ts';
import { useFormat } from '#web/lib/format.ts';
import { usePlanWords } from '#web/lib/plan-words.ts';
import { Row, Stack } from '#web/ui/layout.tsx';
import styles from './passport.module.css';

/**
 * Shows one visit: the practitioner, the products, the injection sites, and how to check that the record is genuine.
 */
export function Visit({ record }: { record: TreatmentRecord }) {
  const { t } = useTranslation('treatment-passport');
  const { date, commas } = useFormat();
  const events = [
    ...new Set<TreatmentRecord['events'][number] | TreatedPoint['events'][number]>([
      ...record.points.flatMap((point) => point.events),
      ...record.events,
    ]),
  ];
  return (
    <Stack as="li" gap={16} className={styles.visit}>
      <header>
        <h2>
          <time dateTime={record.treated_on}>{date(record.treated_on)}</time>
        </h2>
        <p className={styles.by}>
          <bdi>{record.practitioner_name}</bdi> ·{' '}
          <bdi>
            {record.registration_body}, {record.registration_number}
          </bdi>
        </p>
      </header>
      <ul className={styles.products}>
        {record.products.map((product, at) => (
          <Product key={at} product={product} />
        ))}
      </ul>
      <ul className={styles.points} aria-label={t('where')}>
        {record.points.map((point, at) => (
          <Point key={at} point={point} products={record.products} />
        ))}
      </ul>
      <Stack as="dl" gap={12} className={styles.facts}>
        {events.length > 0 && (
          <div>
            <dt>{t('events')}</dt>
            <dd>{commas(events.map((event) => t(`event.${event}`)))}</dd>
          </div>
        )}
        {record.note && (
          <div>
            <dt>{t('note')}</dt>
            <dd dir="auto">{record.note}</dd>
          </div>
        )}
        {record.correction && (
          <div>
            <dt>{t('corrected')}</dt>
            <dd dir="auto">{record.correction}</dd>
          </div>
        )}
        <div>
          <dt>{t('code')}</dt>
          <dd>
            <bdi className={styles.code}>{record.verification_code.replace(/(.{4})(?=.)/g, '$1-')}</bdi>
          </dd>
        </div>
      </Stack>
      {record.photos.length > 0 && (
        <Row as="ul" gap={8} wrap className={styles.photos} aria-label={t('photos')}>
          {record.photos.map(({ id, url, thumb_url }, at) => (
            <li key={id}>
              <a href={url} target="_blank" rel="noreferrer">
                <img src={thumb_url} alt={t('photo', { number: at + 1 })} loading="lazy" />
              </a>
            </li>
          ))}
        </Row>
      )}
    </Stack>
  );
}

function Product({ product }: { product: UsedProduct }) {
  const { t } = useTranslation('treatment-passport');
  const plan = useTranslation('treatment-plan').t;
  const { date } = useFormat();
  const isUndosed = UndosedKinds.some((kind) => kind === product.product);
  return (
    <li>
      <Stack as="p" className={styles.product}>
        <b>
          <bdi>{product.name}</bdi>
        </b>
        <small>
          <bdi>{product.manufacturer}</bdi>
        </small>
        <small>{plan(`${isUndosed ? 'treatment' : 'product'}.${product.product}` as 'product.ha_soft')}</small>
      </Stack>
      <Row as="dl" gap={24} rowGap={8} wrap className={styles.label}>
        {product.lot && <Fact name={t('lot')} value={product.lot} isCode />}
        {product.expires_on && <Fact name={t('expires')} value={date(product.expires_on)} />}
        {product.serial && <Fact name={t('serial')} value={product.serial} isCode />}
      </Row>
    </li>
  );
}

function Fact({ name, value, isCode }: { name: string; value: string; isCode?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi className={isCode ? styles.code : undefined}>{value}</bdi>
      </dd>
    </div>
  );
}

function Point({ point, products }: { point: TreatedPoint; products: readonly UsedProduct[] }) {
  const { t } = useTranslation('treatment-passport');
  const { words } = usePlanWords();
  const { commas } = useFormat();
  const { treatment, side, amount, unit, instrument } = point;
  const product = point.product === null ? undefined : products[point.product];
  const where = commas([words.say(`treatment.${treatment}`), ...(side ? [t(`side.${side}`)] : [])]);
  return (
    <li>
      <span>{where}</span>
      <span className={styles.amount}>
        {amount !== null && unit && <b>{amountText(amount, unit, words)}</b>}
        {products.length > 1 && product && <bdi>{product.name}</bdi>}
        {instrument && t(`instrument.${instrument}`)}
      </span>
    </li>
  );
}
