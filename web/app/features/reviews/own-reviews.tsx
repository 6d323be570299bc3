import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { api } from '#web/lib/api.ts';

// This component is loaded on demand, because few patients have a review visit to answer.
const OwnReview = lazy(async () => ({ default: (await import('./own-review.tsx')).OwnReview }));

/**
 * Lists the times that are reserved for review visits and still need the patient's answer. The list is near the top of
 * the dashboard, below the headline.
 */
export function OwnReviews() {
  const reviews = useQuery(api.reviews.listMyReviews.queryOptions()).data?.reviews ?? [];
  return (
    <Suspense>
      {reviews.map((review) => (
        <OwnReview key={review.id} review={review} />
      ))}
    </Suspense>
  );
}
