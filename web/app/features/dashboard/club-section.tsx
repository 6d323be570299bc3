import { useTranslation } from 'react-i18next';
import type { TrendingTopic } from '#contract/community/trending.ts';
import type { RecommendedProduct } from '#contract/progress.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { useTermNames } from '#web/lib/term-names.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { AchievementsCard } from './club/achievements-card.tsx';
import clubStyles from './club/club.module.css';
import styles from './dashboard.module.css';
import { useSummary } from './use-summary.ts';

/**
 * Shows the part of the dashboard that is not about the case: the community, products, achievements. If the summary
 * failed to load, this part shows nothing, because the cards above report the error.
 */
export default function ClubSection() {
  const { data, isPending } = useSummary();
  if (!data && !isPending) return null;
  return (
    <div className={styles.club} aria-busy={isPending}>
      {data ? (
        <>
          <TrendingCard topics={data.trending_topics} />
          <ProductsCard products={data.recommended_products} />
          <AchievementsCard board={data.achievements} />
        </>
      ) : (
        ['topics', 'products'].map((card) => (
          <Card key={card}>
            <SkeletonRows rows={3} />
          </Card>
        ))
      )}
    </div>
  );
}

/**
 * Lists products that suit the signed treatment plan or a skin score. Each product has its price and the reason why it
 * is recommended.
 */
function ProductsCard({ products }: { products: readonly RecommendedProduct[] }) {
  const { t } = useTranslation(['dashboard-cards', 'case']);
  const { money } = useFormat();
  const why = ({ reason }: RecommendedProduct) =>
    reason.by === 'plan'
      ? t('products.by_plan', { treatment: t(`case:kind.${reason.treatment}`) })
      : t('products.by_score', { score: t(`score.name.${reason.score}`) });
  return (
    <Card className={clubStyles.card} title={t('products.title')}>
      {products.length > 0 ? (
        <>
          <ul className={clubStyles.rows}>
            {products.map((product) => (
              <li key={product.id} className={clubStyles.product}>
                <span>
                  <b className={clubStyles.name}>
                    <bdi>{product.name}</bdi>
                  </b>
                  <small>
                    <bdi>{product.description}</bdi>
                  </small>
                  <small>{why(product)}</small>
                </span>
                <span className={`num ${clubStyles.price}`}>{money(product.price_cents, product.currency)}</span>
              </li>
            ))}
          </ul>
          <p className={clubStyles.note}>{t('products.note')}</p>
        </>
      ) : (
        <EmptyState title={t('products.none')} text={t('products.none_text')} />
      )}
    </Card>
  );
}

/** Shows the community's main topics of this week. */
function TrendingCard({ topics }: { topics: readonly TrendingTopic[] }) {
  const { t } = useTranslation('dashboard-cards');
  const { topic } = useTermNames();
  return (
    <Card
      className={clubStyles.card}
      title={t('trending.title')}
      action={
        <LocalisedLink className="link small" to="/community/hot-topics">
          {t('trending.all')}
        </LocalisedLink>
      }
    >
      {topics.length > 0 ? (
        <ol className={clubStyles.rows}>
          {topics.map(({ id, title, posts_last7 }, at) => (
            <li key={id}>
              <span className={clubStyles.rank} aria-hidden="true">
                {at + 1}
              </span>
              <span>
                <LocalisedLink className={clubStyles.name} to={`/community/t/${encodeURIComponent(id)}`}>
                  <bdi>{topic({ id, title })}</bdi>
                </LocalisedLink>
                <small>{t('trending.posts', { count: posts_last7 })}</small>
              </span>
            </li>
          ))}
        </ol>
      ) : (
        <EmptyState title={t('trending.none')} text={t('trending.none_text')} />
      )}
    </Card>
  );
}
