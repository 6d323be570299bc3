/**
 * npm run bench:dashboard
 *
 * Measures the milliseconds of get_dashboard_summary over HTTP. It alternates between a person with 3 photos and a
 * person with 1,000 photos from three years. It prints both medians and their ratio, and fails if the ratio is above
 * 1.3.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTemporary } from '#server/platform/db/embedded/temporary.ts';
import { fillPhotos } from './dashboard-data.ts';
import { median, tell } from './rows.ts';
import { aBenchService, type BenchService } from './service.ts';

const ROUNDS = 151;
const WARM_UP = 30;
const LIMIT = 1.3;

const folder = mkdtempSync(join(tmpdir(), 'flaira-bench-'));
const postgres = await startTemporary();
try {
  const service = await aBenchService(postgres, { name: 'bench_dashboard', dataDir: folder });
  const people = [await personWith(service, 3), await personWith(service, 1000)] as const;
  // Updates the statistics of the tables, as PostgreSQL does automatically after a while.
  await service.asOwner((client) => client.query('analyze'));
  const times: [number[], number[]] = [[], []];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    // The order changes with every round.
    for (const index of round % 2 ? ([0, 1] as const) : ([1, 0] as const)) {
      const { ms } = await people[index].ask('get_dashboard_summary', {});
      if (round >= 0) times[index].push(ms);
    }
  }
  await service.stop();
  const [few, many] = [median(times[0]), median(times[1])];
  const ratio = many / few;
  console.log(
    `3 photos ${few.toFixed(2)} ms, 1,000 photos ${many.toFixed(2)} ms, ratio ${ratio.toFixed(2)} (limit ${LIMIT})`,
  );
  tell({ part: 'dashboard', name: '1,000 photos / 3', value: many, unit: 'ms', baseline: few, ratio, most: LIMIT });
  process.exitCode = ratio <= LIMIT ? 0 : 1;
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function personWith(service: BenchService, photos: number) {
  const email = `with-${photos}@bench.example`;
  const person = await service.person({ email, first_name: 'Claire', last_name: 'Moreau' });
  await fillPhotos(service.context, person.userId, photos);
  return person;
}
