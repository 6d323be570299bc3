import { join } from 'node:path';
import { faultsOf, readCatalogues } from './checks/messages.ts';
import { main, say } from './setup/say.mjs';

await main(async () => {
  const faults = faultsOf(readCatalogues(join(import.meta.dirname, '../messages')));
  for (const fault of faults) say(fault);
  if (faults.length > 0) process.exitCode = 1;
});
