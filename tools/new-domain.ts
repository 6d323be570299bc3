import { join } from 'node:path';
import { makeDomain } from './new-domain/make-domain.ts';
import { main, say } from './setup/say.mjs';

// npm run new:domain referrals

await main(async () => {
  const made = makeDomain(join(import.meta.dirname, '..'), process.argv[2] ?? '');
  for (const path of made.files) say(`Wrote ${path}`);
  say(`\nLeft for you:\n${made.next.map((line) => `  ${line}`).join('\n')}`);
});
