import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbedded } from '#server/platform/db/embedded.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { run } from '../setup/run.mjs';
import { say } from '../setup/say.mjs';
import { environment, isProduction, root } from './project.ts';

export interface RunningDatabase {
  /** Variables by which the service finds it. */
  readonly env: { readonly DATABASE_URL: string; readonly DATABASE_OWNER_URL: string };
  /** Settles when an embedded server has ended; never for one elsewhere. */
  readonly ended: Promise<number>;
  stop(): Promise<void>;
}

/** The database that DATABASE_URL names, or else the embedded one. */
export async function startDatabase(options: EmbeddedOptions): Promise<RunningDatabase> {
  const url = process.env.DATABASE_URL;
  if (url) {
    const env = { DATABASE_URL: url, DATABASE_OWNER_URL: process.env.DATABASE_OWNER_URL ?? url };
    return { env, ended: new Promise(() => {}), stop: async () => {} };
  }
  return asDatabase(await startEmbedded(options));
}

export const asDatabase = (postgres: EmbeddedPostgres): RunningDatabase => ({
  env: { DATABASE_URL: postgres.appUrl, DATABASE_OWNER_URL: postgres.ownerUrl },
  ended: postgres.ended,
  stop: postgres.stop,
});

/** Brings the tables up to date, and the demo data outside production. `variables` are added to the environment of what loads it. */
export async function prepareDatabase({ env }: RunningDatabase, variables: Record<string, string> = {}): Promise<void> {
  const applied = await migrate(env.DATABASE_OWNER_URL);
  if (applied.length > 0) say(`Migrated the database: ${applied.join(', ')}`);
  const seed = join(root, 'tools/seed.ts');
  if (isProduction || !existsSync(seed)) return;
  const output = await run(process.execPath, [seed], { cwd: root, env: environment({ ...env, ...variables }) });
  if (output.trim()) say(output.trim());
}
