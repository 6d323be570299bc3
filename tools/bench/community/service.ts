/**
 * Runs the service with a recorder of its database statements. The benchmark starts this process and sends messages
 * that start the recording and request its result.
 */
import pg from 'pg';
import { type Limit, policy } from '#server/platform/limits/policy.ts';
import type { Statement } from './servers.ts';

let recorded: Statement[] | null = null;
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [first, values] = args;
  if (recorded) {
    const text = typeof first === 'string' ? first : (first as { text?: string })?.text;
    if (text) recorded.push({ text, values: (values as unknown[]) ?? (first as { values?: unknown[] }).values ?? [] });
  }
  return Reflect.apply(query, this, args);
} as typeof pg.Client.prototype.query;

process.on('message', (word) => {
  if (word === 'record') {
    recorded = [];
    process.send?.('listening');
  } else if (word === 'tell') {
    process.send?.((recorded ?? []).filter(({ text }) => !/pgboss|outbox/.test(text)));
    recorded = null;
  }
});
// The readers of the benchmark never pause. Their searches are counted as usual, but none is refused.
const searches: Limit = policy.searches;
Object.assign(searches, {
  address: { ...searches.address, max: 1_000_000_000 },
  account: { ...searches.account, max: 1_000_000_000 },
});

process.on('disconnect', () => process.exit(0));
await import('#server/main.ts');
