import { useTranslation } from 'react-i18next';
import type { RecommendedProduct } from '#contract/progress.ts';
import { useFormat } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/list-states.tsx';
import styles from './club.module.css';

/**
 * Lists products that suit the signed treatment plan or a skin score. Each product has its price and the reason why it
 * is recommended.
 */
export function ProductsCard({ products }: { products: readonly RecommendedProduct[] }) {
  const { t } = useTranslation(['dashboard-cards', 'case']);
  const { money } = useFormat();
  const why = ({ reason }: RecommendedProduct) =>
    reason.by === 'plan'
      ? t('products.by_plan', { treatment: t(`case:kind.${reason.treatment}`) })
      : t('products.by_score', { score: t(`score.name.${reason.score}`) });
  return (
    <Card className={styles.card} title={t('products.title')}>
      {products.length > 0 ? (
        <>
          <ul className={styles.rows}>
            {products.map((product) => (
              <li key={product.id} className={styles.product}>
                <span>
                  <b className={styles.name}>
                    <bdi>{product.name}</bdi>
                  </b>
                  <small>
                    <bdi>{product.description}</bdi>
                  </small>
                  <small>{why(product)}</small>
                </span>
                <span className={`num ${styles.price}`}>{money(product.price_cents, product.currency)}</span>
              </li>
            ))}
          </ul>
          <p className={styles.note}>{t('products.note')}</p>
        </>
      ) : (
        <EmptyState title={t('products.none')} text={t('products.none_text')} />
      )}
    </Card>
  );
}
