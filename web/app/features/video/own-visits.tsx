import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { api } from '#web/lib/api.ts';

// Few patients have a visit before them.
const OwnVisit = lazy(async () => ({ default: (await import('./own-visit.tsx')).OwnVisit }));

/** The patient's video visits that are not over, above everything else of the dashboard. */
export function OwnVisits() {
  const visits = useQuery(api.video.listMyVideoVisits.queryOptions()).data ?? [];
  return (
    <Suspense>
      {visits.map((visit) => (
        <OwnVisit key={visit.id} visit={visit} />
      ))}
    </Suspense>
  );
}
