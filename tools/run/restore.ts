import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { registerDomains } from '#server/app.ts';
import { eraseAgain } from '#server/domains/privacy/index.ts';
import { readConfig } from '#server/platform/config/read-config.ts';
import { createPlatform } from '#server/platform/create-platform.ts';
import { restoreBaseBackup } from '#server/platform/db/embedded/base-backup.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { copyMissing } from '../backup/mirror.ts';
import { main, say, SetupError } from '../setup/say.mjs';
import { type RunningDatabase, startDatabase } from './database.ts';
import { dataDir, environment } from './project.ts';
import { variable } from './variables.ts';

/**
 * npm run restore -- --from /mnt/backup/2026-11-21T02-00-00.000Z [--wal /mnt/backup/wal] [--until 2026-11-21T14:05:00Z]
 *
 * Restores a backup into a data folder without a database and replays the archived log. It erases again all people who
 * were erased after the backup, and checks the audit log. Existing photos stay, because they may be newer than the
 * backup. Then run `npm start`.
 */
await main(async () => {
  const { from, wal, until } = parseArgs({
    options: { from: { type: 'string' }, wal: { type: 'string' }, until: { type: 'string' } },
  }).values;
  if (variable('DATABASE_URL'))
    throw new SetupError('DATABASE_URL is set: restore its database with the tools of that server.');
  if (!from) throw new SetupError('Say from where: npm run restore -- --from /mnt/backup/<moment>');
  const moment = until === undefined ? undefined : new Date(until);
  if (Number.isNaN(moment?.getTime())) throw new SetupError(`${until} is no moment: write 2026-11-21T14:05:00Z.`);
  if (moment && !wal) throw new SetupError('--until needs the archived log: --wal /mnt/backup/wal');
  await restoreBaseBackup(dataDir, { from: resolve(from), walArchive: wal && resolve(wal), until: moment });
  const photos = await copyMissing(join(dirname(resolve(from)), 'objects'), join(dataDir, 'objects'));
  say(`Photos: ${photos} restored`);
  const database = await startDatabase({ dataDir });
  try {
    await check(database.env);
  } finally {
    await database.stop();
  }
  say('Restored: npm start');
});

async function check(env: RunningDatabase['env']): Promise<void> {
  await migrate(env.DATABASE_OWNER_URL);
  const { context } = createPlatform(readConfig(environment(env)));
  registerDomains(context);
  try {
    say(`Erased again: ${await eraseAgain(context)}`);
    const later = await context.audit.acceptRestored();
    if (later > 0) say(`Audit log: it was signed ${later} times after the restored moment; those heads were put aside`);
    const { entries, brokenAt, forgedHeads, signed } = await context.audit.verifyChain();
    if (forgedHeads > 0) say(`Audit log: ${forgedHeads} signed heads are missing or not as they were signed`);
    say(
      brokenAt === null
        ? `Audit log: ${entries} entries, the chain holds; signed up to ${signed ? `entry ${signed.id}` : 'none'}`
        : `Audit log: broken at entry ${brokenAt}`,
    );
  } finally {
    await context.db.destroy();
  }
}
