import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { audit, settle } from '../faults/audit.ts';
import { atMost, type Check, equals, noted, numberOf, quantile, refuseBroken, report } from '../faults/check.ts';
import { type Ledger, startLoad } from '../faults/load.ts';
import { openStand, type Stand } from '../faults/stand.ts';
import { main } from '../setup/say.mjs';
import { usageOf } from './process-usage.ts';
import { leaveWhenAsked } from './shutdown.ts';

const options = {
  seconds: { type: 'string', default: '120' },
  calls: { type: 'string', default: '200000' },
  patients: { type: 'string', default: '6' },
  growth: { type: 'string', default: '80' },
} as const;

/**
 * Share of the measurements that belongs to the warm-up. Memory is compared only after the warm-up, when all code is
 * loaded and compiled.
 */
const WARM_UP = 0.25;
const LOOK_MS = 500;

/**
 * npm run soak [-- --seconds 120 --calls 200000 --patients 6 --growth 80]
 *
 * Runs a mixed load of requests, photos and views on a new service and database on this machine, until the seconds or
 * the calls are over. Prints errors, times and the growth of memory. Exits non-zero if a call failed, a confirmed
 * change is missing, or memory grew by more than `growth` MB.
 */
await main(async () => {
  const { values } = parseArgs({ options });
  leaveWhenAsked();
  const of = (name: keyof typeof options): number => numberOf(name, values[name]);
  const [limits, patients, growth_mb] = [{ seconds: of('seconds'), calls: of('calls') }, of('patients'), of('growth')];
  const stand = await openStand();
  try {
    const begun = performance.now();
    const load = await startLoad(stand, patients);
    const memory = await watch(stand, load.ledger, limits);
    const ledger = await load.stop();
    const elapsed_s = (performance.now() - begun) / 1000;
    await settle(stand);
    const checks = [...timesOf(ledger, elapsed_s), ...memoryOf(memory, growth_mb), ...(await audit(stand, ledger))];
    refuseBroken(report(checks));
  } finally {
    await stand.close();
  }
});

/**
 * Measures the memory of the service in MB until the time or the calls are over. Returns an empty list if the system
 * does not report it.
 */
async function watch(stand: Stand, ledger: Ledger, limits: { seconds: number; calls: number }): Promise<number[]> {
  const seen: number[] = [];
  const end = Date.now() + limits.seconds * 1000;
  while (Date.now() < end && ledger.elapsed_ms.length < limits.calls) {
    await pause(LOOK_MS);
    const usage = usageOf(stand.service.pid ?? 0);
    if (usage) seen.push(usage.memory_kb / 1024);
  }
  return seen;
}

function timesOf({ elapsed_ms, statuses }: Ledger, elapsed_s: number): Check[] {
  const failed = [...statuses].filter(([status]) => status !== 200).reduce((sum, [, count]) => sum + count, 0);
  const times = [0.5, 0.95, 0.99].map((share) => `${quantile(elapsed_ms, share).toFixed(1)} ms`);
  return [
    noted('calls, a second', `${elapsed_ms.length}, ${Math.round(elapsed_ms.length / elapsed_s)}`),
    equals('calls that failed', failed, 0),
    noted('p50, p95, p99', times.join(', ')),
  ];
}

/**
 * Compares the highest value of the last quarter with the highest of the quarter after the warm-up. Occasional garbage
 * collection then affects both.
 */
function memoryOf(seen: readonly number[], growth_mb: number): Check[] {
  if (seen.length === 0) return [noted('memory', 'not told by this system')];
  const quarter = Math.ceil(seen.length * WARM_UP);
  const [early, late] = [Math.max(...seen.slice(quarter, 2 * quarter)), Math.max(...seen.slice(-quarter))];
  return [
    noted('memory at first, at last', `${Math.round(early)} MB, ${Math.round(late)} MB`),
    atMost('memory growth', late - early, growth_mb, ' MB'),
  ];
}
