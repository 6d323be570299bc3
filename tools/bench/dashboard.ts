/**
 * npm run bench:dashboard
 *
 * Measures the milliseconds of get_dashboard_summary over HTTP. It alternates between a person with 3 photos and a
 * person with 1,000 photos of the last three years. It prints both medians and their ratio, and fails if the ratio is
 * above 1.3.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { startTemporary } from '#server/platform/db/embedded/temporary.ts';
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
    // The order alternates, so that neither person is always measured first.
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

/**
 * Inserts `count` photos of one person, with dates spread over the last three years. The newest photo is from today,
 * and the three poses alternate. The rows have no image files, because the summary counts photos but opens none.
 */
function fillPhotos(ctx: Context, userId: string, count: number): Promise<void> {
  return withSystem(ctx.system, async (tx) => {
    await sql`with key as (
        insert into person_keys (id, user_id, wrapped_key, master_key_id) values (gen_random_uuid(), ${userId}, '', 'bench') returning id
      ), made as (
        select gen_random_uuid() as id, n, now() - n * interval '1095 days' / ${count} as at from generate_series(0, ${count}::int - 1) n
      ), objects as (
        insert into photo_objects (id, bucket, path, person_key_id, size, sha256, width, height, content_type)
        select made.id, 'user-photos', made.id, key.id, 1, repeat('0', 64), 900, 1200, 'image/jpeg' from made, key
      )
      insert into photos (id, user_id, pose, path, sha256, width_px, height_px, is_verified, created_at, current_at)
      select id, ${userId}, (array['front', 'right', 'left'])[n % 3 + 1], id, repeat('0', 64), 900, 1200, true, at, at from made`.execute(
      tx,
    );
  });
}
