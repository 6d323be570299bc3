import { join } from 'node:path';
import { faultsOf, readCatalogues } from './checks/messages.ts';
import { isNotNeeded, languagesOf } from './checks/translated-domains.ts';
import { main, say } from './setup/say.mjs';

await main(async () => {
  const found = faultsOf(readCatalogues(join(import.meta.dirname, '../messages')), languagesOf);
  const faults = found.filter((fault) => !isNotNeeded(fault));
  for (const fault of faults) say(fault);
  if (faults.length > 0) process.exitCode = 1;
});
