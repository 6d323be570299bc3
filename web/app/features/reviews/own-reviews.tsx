import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { api } from '#web/lib/api.ts';

// Few patients have an open review, so this part is loaded on demand.
const OwnReview = lazy(async () => ({ default: (await import('./own-review.tsx')).OwnReview }));

/** Times for a review that wait for the patient's answer. They are shown above everything else of the dashboard. */
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
