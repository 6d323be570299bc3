import { Card } from '#web/ui/card.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { AchievementsCard } from './club/achievements-card.tsx';
import { ProductsCard } from './club/products-card.tsx';
import { TrendingCard } from './club/trending-card.tsx';
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
