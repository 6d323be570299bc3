import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { registerDomains } from '../../server/src/app.ts';
import { createAccount } from '../../server/src/domains/identity/index.ts';
import { readConfig } from '../../server/src/platform/config/read-config.ts';
import type { Context } from '../../server/src/platform/context.ts';
import { createPlatform } from '../../server/src/platform/create-platform.ts';
import { createService } from '../../server/src/platform/create-service.ts';
import { withSystem } from '../../server/src/platform/db/db.ts';
import type { EmbeddedPostgres } from '../../server/src/platform/db/embedded.ts';
import { migrate } from '../../server/src/platform/db/migrate.ts';
import { openSession, sessionCookie } from '../../server/test/sessions.ts';

const ORIGIN = 'http://127.0.0.1';

/** A service with an empty database, and people with so many photos, spread over three years. */
export async function aDashboardService(postgres: EmbeddedPostgres, dataDir: string) {
  const name = 'bench_dashboard';
  const owner = new pg.Client({ connectionString: postgres.ownerUrl });
  await owner.connect();
  await owner.query(`create database ${name}`);
  await owner.end();
  const config = configOf(postgres, name, dataDir);
  await migrate(config.ownerUrl);
  const { context } = createPlatform(config, { databaseUrl: config.databaseUrl, log: quiet() });
  const service = await createService({ context, ...registerDomains(context), siteFolder: '/nowhere' });
  const port = await service.listen(0, '127.0.0.1');
  return {
    async person(photos: number) {
      const userId = await createAccount(context, {
        email: `with-${photos}@bench.example`,
        password: randomBytes(24).toString('base64'),
        first_name: 'Claire',
        last_name: 'Moreau',
      });
      await fillPhotos(context, userId, photos);
      const cookie = sessionCookie(context, await openSession(context, userId, false));
      const headers = { 'content-type': 'application/json', origin: ORIGIN, cookie: `${cookie.name}=${cookie.value}` };
      return { ask: () => ask(`${ORIGIN}:${port}/rpc/get_dashboard_summary`, headers) };
    },
    /** What the database does by itself after a while: it looks how many rows there are. */
    async settle() {
      const client = new pg.Client({ connectionString: config.ownerUrl });
      await client.connect();
      await client.query('analyze');
      await client.end();
    },
    async stop() {
      await service.stop();
      await context.db.destroy();
    },
  };
}

const quiet = () => pino({ level: 'silent' });

function configOf(postgres: EmbeddedPostgres, name: string, dataDir: string) {
  const key = () => randomBytes(32).toString('base64');
  return readConfig({
    NODE_ENV: 'test',
    PUBLIC_URL: ORIGIN,
    DATABASE_URL: postgres.urlOf('flaira_app', name),
    DATABASE_OWNER_URL: postgres.urlOf('flaira_owner', name),
    DATA_DIR: dataDir,
    PHOTO_MASTER_KEY: key(),
    LINK_KEY: key(),
    AUTH_SECRET: key(),
    LOG_LEVEL: 'silent',
  });
}

/** Rows without pictures: the summary counts and opens none. Three poses in turn, the newest today. */
const fillPhotos = (ctx: Context, userId: string, count: number): Promise<void> =>
  withSystem(ctx.db, async (tx) => {
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

async function ask(url: string, headers: Record<string, string>): Promise<number> {
  const begin = performance.now();
  const answer = await fetch(url, { method: 'POST', headers, body: '{}' });
  await answer.json();
  if (!answer.ok) throw new Error(`answered ${answer.status}`);
  return performance.now() - begin;
}
