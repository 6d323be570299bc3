import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { api } from '#web/lib/api.ts';
import { useNow } from '#web/lib/use-now.ts';

// Few patients have a visit before them.
const OwnVisit = lazy(async () => ({ default: (await import('./own-visit.tsx')).OwnVisit }));

/** The patient's video visits that are not over, above everything else of the dashboard. That of an appointment comes when it opens; until then its card says it. */
export function OwnVisits() {
  const visits = useQuery(api.video.listMyVideoVisits.queryOptions()).data ?? [];
  const now = useNow();
  const shown = visits.filter(({ is_appointment, opens_at }) => !is_appointment || now >= Date.parse(opens_at));
  return (
    <Suspense>
      {shown.map((visit) => (
        <OwnVisit key={visit.id} visit={visit} />
      ))}
    </Suspense>
  );
}
