import { join } from 'node:path';
import { faultsOf, readCatalogues } from './checks/messages.ts';
import { isNotNeeded, isOnlyUntranslated, languagesOf, mustBeComplete } from './checks/translated-domains.ts';
import { main, say } from './setup/say.mjs';

await main(async () => {
  const found = faultsOf(readCatalogues(join(import.meta.dirname, '../messages')), languagesOf).filter(
    (fault) => !isNotNeeded(fault),
  );
  const faults = mustBeComplete ? found : found.filter((fault) => !isOnlyUntranslated(fault));
  for (const fault of faults) say(fault);
  if (faults.length < found.length)
    say(`${found.length - faults.length} sentences are still in English; see tools/translations.ts.`);
  if (faults.length > 0) process.exitCode = 1;
});
