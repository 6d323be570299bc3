import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { takeBaseBackup } from '#server/platform/db/embedded/base-backup.ts';
import { noteBackup } from '#server/platform/storage/last-backup.ts';
import { mirror } from '../backup/mirror.ts';
import { main, say, SetupError } from '../setup/say.mjs';
import { dataDir } from './project.ts';
import { variable } from './variables.ts';

/**
 * npm run backup -- --to /mnt/backup
 *
 * Copies the running embedded database to `<to>/<moment>`, then the photos to `<to>/objects`. Because of this order,
 * the copy contains every photo that its rows mention. For your own PostgreSQL or S3, use their own tools.
 */
await main(async () => {
  const { to } = parseArgs({ options: { to: { type: 'string' } } }).values;
  if (!to) throw new SetupError('Say where to: npm run backup -- --to /mnt/backup');
  if (variable('DATABASE_URL') && variable('S3_BUCKET'))
    throw new SetupError(
      'Nothing was copied: DATABASE_URL and S3_BUCKET are set. Back up the database with the tools of its server; the versions of the bucket keep the photos.',
    );
  const moment = new Date().toISOString().replaceAll(':', '-');
  if (variable('DATABASE_URL')) say('DATABASE_URL is set: back its database up with the tools of that server.');
  else {
    await takeBaseBackup(dataDir, join(resolve(to), moment));
    say(`Database: ${join(to, moment)}`);
  }
  if (variable('S3_BUCKET')) say('S3_BUCKET is set: the versions of the bucket keep the photos.');
  else {
    const { copied, removed } = await mirror(join(dataDir, 'objects'), join(resolve(to), 'objects'));
    say(`Photos: ${copied} copied, ${removed} removed`);
  }
  await noteBackup(dataDir, new Date());
});
