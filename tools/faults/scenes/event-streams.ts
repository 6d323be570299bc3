import { setTimeout as pause } from 'node:timers/promises';
import { get, type IncomingMessage } from 'node:http';
import { withSystem } from '#server/platform/db/db.ts';
import { type Usage, usageOf } from '../../run/process-usage.ts';
import { atMost, type Check, equals, noted } from '../check.ts';
import { aPerson, type Person } from '../load.ts';
import type { Stand } from '../stand.ts';

const TOLD_MS = 5_000;
/**
 * Memory in MB by which the service may grow without any stream. This allowance is needed, because a process's memory
 * varies between two measurements. The next constant is the allowance for each stream.
 */
const MB_BEFORE = 64;
const MB_PER_STREAM = 0.064;
const CPU_PERCENT = 50;

/** One account may open 20 streams, one address 300, so each person listens from a separate address. */
const STREAMS_EACH = 20;

async function people(stand: Stand, count: number): Promise<Person[]> {
  const all: Person[] = [];
  for (let n = 0; n < count; n++) {
    const person = await aPerson(stand, `198.19.${Math.floor(n / 250)}.${(n % 250) + 1}`);
    await person.browser.post('/rpc/who_am_i');
    all.push(person);
  }
  return all;
}

/** Opens browsers that only listen, then sends one event to all of them. */
export async function eventStreams(
  stand: Stand,
  { streams, idle_ms }: { streams: number; idle_ms: number },
): Promise<Check[]> {
  const open: IncomingMessage[] = [];
  try {
    const listeners = await people(stand, Math.ceil(streams / STREAMS_EACH));
    const browser = listeners[0]?.browser ?? (await aPerson(stand)).browser;
    const look = () => usageOf(stand.service.pid ?? 0);
    const before = look();
    const told = Array.from({ length: streams }, () => Promise.withResolvers<number>());
    for (let n = 0; n < streams; n += 50)
      await Promise.all(
        told.slice(n, n + 50).map(async ({ resolve }, at) => {
          const { headers } = (listeners[Math.floor((n + at) / STREAMS_EACH)] as Person).browser;
          open.push(await listen(stand, headers, resolve));
        }),
      );
    const begun = look();
    await pause(idle_ms);
    const idle = look();
    const sent = performance.now();
    await withSystem(stand.context.system, (tx) =>
      stand.context.realtime.publish(tx, { role: 'patient' }, { kind: 'photos.changed' }),
    );
    const times = await Promise.all(
      told.map(({ promise }) => Promise.race([promise, pause(10 * TOLD_MS, Number.POSITIVE_INFINITY, { ref: false })])),
    );
    const answer = await browser.post('/rpc/who_am_i');
    return [
      equals('streams open', open.length, streams),
      equals('of them told of one event', times.filter(Number.isFinite).length, streams),
      atMost('until the last was told', Math.max(...times) - sent, TOLD_MS, ' ms'),
      ...usageChecks(streams, idle_ms, [before, begun, idle]),
      equals('other answers meanwhile that failed', answer.status === 200 ? 0 : 1, 0),
    ];
  } finally {
    for (const stream of open) stream.destroy();
  }
}

/** Opens a stream, and reports when an event has arrived. */
function listen({ service }: Stand, headers: Headers, told: (at: number) => void): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asking = get(
      `${service.origin}/api/events`,
      {
        agent: false,
        headers: { cookie: headers.get('cookie') ?? '', 'x-forwarded-for': headers.get('x-forwarded-for') ?? '' },
      },
      (stream) => {
        if (stream.statusCode !== 200) return reject(new Error(`a stream was answered ${stream.statusCode}`));
        stream.on('data', (chunk: Buffer) => chunk.includes('photos.changed') && told(performance.now()));
        stream.on('error', () => {});
        resolve(stream);
      },
    );
    asking.on('error', reject);
  });
}

/**
 * Checks the memory and the processor time that the streams need. Values are null where the system does not report
 * them.
 */
function usageChecks(streams: number, idle_ms: number, looks: readonly (Usage | null)[]): Check[] {
  const [before, begun, idle] = looks;
  if (!before || !begun || !idle) return [noted('memory and processor', 'not told by this system')];
  const [before_mb, with_mb] = [before.memory_kb / 1024, idle.memory_kb / 1024];
  const busy_percent = ((idle.cpu_s - begun.cpu_s) / idle_ms) * 100_000;
  return [
    atMost('memory more than before', with_mb - before_mb, MB_BEFORE + streams * MB_PER_STREAM, ' MB'),
    ...(idle_ms > 0 ? [atMost('processor while they are idle', busy_percent, CPU_PERCENT, ' %')] : []),
    noted('memory of the process, before and with them', `${Math.round(before_mb)} MB, ${Math.round(with_mb)} MB`),
  ];
}
