import { join } from 'node:path';
import { removeDataDir, startTemporary, temporaryDataDir } from '#server/platform/db/embedded/temporary.ts';
import { main } from '../setup/say.mjs';
import { asDatabase, prepareDatabase } from './database.ts';
import { dataDir as ownDataDir } from './project.ts';
import { startService } from './service.ts';
import { askedToStop } from './shutdown.ts';
import { buildWebIfStale } from './web-build.ts';

/** The whole product for the browser tests: built, on a database and a data folder of its own that go when it stops. */
await main(async () => {
  const stop = askedToStop();
  await buildWebIfStale('http://localhost:4600');
  const dataDir = temporaryDataDir();
  try {
    const database = asDatabase(await startTemporary());
    try {
      const here = { DATA_DIR: dataDir, FLAIRA_SECRETS_FILE: join(ownDataDir, 'secrets.json'), TRUST_PROXY: '1' };
      await prepareDatabase(database, here);
      const service = startService({ ...database.env, ...here });
      await Promise.race([stop, service.ended]);
      await service.stop();
    } finally {
      await database.stop();
    }
  } finally {
    removeDataDir(dataDir);
  }
});
