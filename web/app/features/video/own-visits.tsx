import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { api } from '#web/lib/api.ts';
import { useNow } from '#web/lib/use-now.ts';

// The card of a visit is loaded on demand, because few patients have an open video visit.
const OwnVisit = lazy(async () => ({ default: (await import('./own-visit.tsx')).OwnVisit }));

/**
 * Lists the patient's open video visits, above the rest of the dashboard. A visit that belongs to an appointment is
 * listed only when the patient can join it. Until then the card of the appointment shows it.
 */
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
