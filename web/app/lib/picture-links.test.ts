import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { api } from './api.ts';
import { renewPictureLinks } from './picture-links.ts';
import { queryClient } from './query.ts';

vi.mock('./api.ts', async () => {
  const { createTanstackQueryUtils } = await import('@orpc/tanstack-query');
  const client: object = new Proxy({}, { get: () => client });
  return { api: createTanstackQueryUtils(client as never) };
});

test('expired links to clinical, imported and treatment photos are renewed where the photos are shown', async () => {
  const input = { case_id: crypto.randomUUID() };
  const keys = [
    api.clinicalPhotos.getClinicalSet.queryKey({ input }),
    api.clinicalPhotos.getMyClinicalSets.queryKey(),
    api.imports.getMyImported.queryKey(),
    api.care.listImportedPhotos.queryKey({ input }),
    api.treatmentRecords.getCaseRecords.queryKey({ input }),
  ] as readonly (readonly unknown[])[];
  const loaded: unknown[] = [];
  const stops = keys.map((queryKey) => {
    queryClient.setQueryData(queryKey, 'old');
    return new QueryObserver(queryClient, {
      queryKey,
      queryFn: () => (loaded.push(queryKey), 'new'),
      staleTime: Number.POSITIVE_INFINITY,
    }).subscribe(() => {});
  });
  const other = api.treatmentRecords.getCaseRecords.queryKey({ input: { case_id: crypto.randomUUID() } });
  queryClient.setQueryData(other as readonly unknown[], 'old');
  await renewPictureLinks();
  // Some loads by doctors are recorded in the patient's log. A query whose data is not shown on the page is therefore
  // not loaded again.
  expect(loaded).toEqual(keys);
  expect(queryClient.getQueryData(other)).toBe('old');
  for (const stop of stops) stop();
  queryClient.clear();
});
