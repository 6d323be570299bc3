/**
 * npm run bench -- --only abuse, or: node tools/bench/abuse.ts [--only papers,multipart] [--seconds 10] [--posts 5000]
 *
 * Attacks the service in thirteen ways, ten seconds each, on loopback. The attacker is a separate process with a lower
 * priority than the service. In the meantime a quiet client requests /healthz and the feed. For each attack, the
 * benchmark prints how long the quiet client waits with and without the attack. It also prints how much the service's
 * memory grows, and the statuses of the service's answers. The service and its database are separate processes and end
 * with the benchmark.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { createAccount } from '#server/domains/identity/index.ts';
import { aSignedCase } from '../../server/test/a-case.ts';
import { people } from '../../server/test/people.ts';
import { openSession, sessionCookie } from '../../server/test/sessions.ts';
import { withoutChecks } from '../../server/test/without-checks.ts';
import type { World } from '../../server/test/world.ts';
import { quantile } from '../faults/check.ts';
import { openStand, type Stand } from '../faults/stand.ts';
import { usageOf } from '../run/process-usage.ts';
import { leaveWhenAsked } from '../run/shutdown.ts';
import type { Order, Told } from './abuse/order.ts';
import { type Scene, scenes } from './abuse/scenes.ts';
import { generate } from './community/generate.ts';
import { tell } from './rows.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    posts: { type: 'string', default: '5000' },
  },
});
const seconds = Number(options.seconds);
const posts = Number(options.posts);
const QUIET_S = 4;
const ACCOUNTS = 8;
const ADDRESSES = 40;
const PAUSE_MS = 40;
/** 428: the call needs a proof of work, which attackers of this kind do not compute. */
const REFUSALS = ['401', '413', '428', '429', '503'];
const MOST_MS = 150;
const MOST_GROWTH_MB = 150;
/** Pause between two attacks, in which the service completes the work of the first one. */
const SETTLE_MS = 3000;

leaveWhenAsked();
const stand = await openStand();
try {
  await run(stand);
} finally {
  await stand.close();
}

async function run(stand: Stand): Promise<void> {
  await generate(
    stand.database.urlOf('postgres', stand.database.database),
    {
      channels: 50,
      members: 500,
      posts,
      comments: posts * 2,
    },
    () => {},
  );
  const { context } = stand;
  // The service process also delivers events. The outbox's `drain` waits only for the deliveries of this process. The
  // pause after it lets the service process finish its deliveries.
  const drain = async () => {
    await context.outbox.drain();
    await pause(1000);
  };
  const clinic = {
    ...context,
    outbox: { ...context.outbox, drain },
    workers: withoutChecks(context.workers),
    ...people({
      account: (account) => createAccount(context, account),
      session: (userId, secondFactor) => openSession(context, userId, secondFactor),
    }),
  };
  const { patient, caseId } = await aSignedCase(clinic as unknown as World);
  const accounts = [patient, ...(await many(ACCOUNTS - 1, () => clinic.patient()))];
  const quiet = await clinic.patient();
  const cookies = accounts.map((caller) => cookieOf(stand, caller));
  await warmUp(stand, cookies[0] ?? '', caseId);
  const wanted = scenes.filter(({ name }) => options.only?.split(',').includes(name) ?? true);
  for (const [at, scene] of wanted.entries()) {
    const addresses = Array.from({ length: ADDRESSES }, (_, n) => `198.18.${at}.${n + 1}`);
    const port = Number(new URL(stand.service.origin).port);
    const order: Order = { scene: scene.name, port, seconds, cookies, caseId, addresses };
    await measure(stand, order, scene, cookieOf(stand, quiet));
    await pause(SETTLE_MS);
  }
}

/**
 * Loads dictionaries, fonts and code before the measurement, so that the memory that they need is not attributed to an
 * attack.
 */
async function warmUp({ service }: Stand, cookie: string, caseId: string): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    origin: service.origin,
    cookie,
    'x-forwarded-for': '203.0.113.10',
  };
  const post = (path: string, body: object) =>
    fetch(service.origin + path, { method: 'POST', headers, body: JSON.stringify(body) }).then((answer) =>
      answer.text(),
    );
  await post('/api/auth/sign-up/email', {
    email: 'first@example.org',
    password: 'tulipe-nuage-39-cuivre',
    first_name: 'A',
    last_name: 'B',
    phone: '+33 612345678',
  });
  await post('/api/auth/reset-password', { token: 'nothing', newPassword: 'tulipe-nuage-39-cuivre' });
  await post('/rpc/get_plan_document', { case_id: caseId, language: 'en' });
  await post('/rpc/search_community', { q: 'skin' });
}

async function measure(stand: Stand, order: Order, { says, served }: Scene, cookie: string): Promise<void> {
  const calm = await watch(stand, cookie, pause(QUIET_S * 1000));
  const before_mb = memoryOf(stand);
  const attacker = fork(join(import.meta.dirname, 'abuse/attack.ts'));
  const abandon = (): boolean => attacker.kill('SIGKILL');
  process.once('exit', abandon);
  const ended = once(attacker, 'message') as Promise<[Told]>;
  attacker.send(order);
  const seen = await watch(stand, cookie, ended);
  process.off('exit', abandon);
  const [{ statuses, calls }] = await ended;
  const p99 = quantile(seen.elapsed_ms, 0.99);
  const growth = Math.max(...seen.memory_mb) - before_mb;
  const calmly = [0.5, 0.99].map((share) => quantile(calm.elapsed_ms, share).toFixed(0)).join('/');
  const abused = [0.5, 0.99].map((share) => quantile(seen.elapsed_ms, share).toFixed(0)).join('/');
  console.log(
    `${order.scene.padEnd(22)} quiet client p50/p99 ${abused} ms, before ${calmly} ms; memory +${growth.toFixed(0)} MB; ${calls} answers ${JSON.stringify(statuses)}; quiet failures ${seen.failures}. ${says}`,
  );
  const row = { part: 'abuse', baseline: quantile(calm.elapsed_ms, 0.99) };
  tell({ ...row, name: `${order.scene}: quiet client, p99`, value: p99, unit: 'ms', most: MOST_MS });
  tell({ part: 'abuse', name: `${order.scene}: memory`, value: growth, unit: 'MB', most: MOST_GROWTH_MB });
  const lost = (statuses['500'] ?? 0) + (statuses['none'] ?? 0) + seen.failures;
  tell({ part: 'abuse', name: `${order.scene}: faults and silence`, value: lost, unit: 'answers', most: 0 });
  const let_through = calls - REFUSALS.reduce((sum, status) => sum + (statuses[status] ?? 0), 0);
  tell({ part: 'abuse', name: `${order.scene}: let through`, value: let_through, unit: 'calls', most: served });
  if (p99 > MOST_MS || growth > MOST_GROWTH_MB || lost > 0 || let_through > served) process.exitCode = 1;
}

/** Simulates a reader during the attack. The reader's requests alternate between /healthz and the feed. */
async function watch({ service }: Stand, cookie: string, until: Promise<unknown>) {
  const elapsed_ms: number[] = [];
  const memory_mb: number[] = [];
  let failures = 0;
  let isOver = false;
  void until.then(() => {
    isOver = true;
  });
  const feed = { method: 'POST', body: JSON.stringify({ sort: 'hot' }) };
  const headers = {
    'content-type': 'application/json',
    origin: service.origin,
    cookie,
    'x-forwarded-for': '203.0.113.9',
  };
  for (let turn = 0; !isOver; turn++) {
    const begun = performance.now();
    const [path, init] = turn % 2 ? ['/healthz', {}] : ['/rpc/list_feed', feed];
    const answer = await fetch(service.origin + path, { ...init, headers }).catch(() => null);
    await answer?.text();
    if (answer?.status !== 200) failures++;
    elapsed_ms.push(performance.now() - begun);
    memory_mb.push(memoryOf({ service }));
    await pause(PAUSE_MS);
  }
  return { elapsed_ms, memory_mb, failures };
}

function memoryOf({ service }: Pick<Stand, 'service'>): number {
  return (usageOf(service.pid ?? 0)?.memory_kb ?? Number.NaN) / 1024;
}

function cookieOf({ context }: Stand, { sessionId }: SignedIn): string {
  const { name, value } = sessionCookie(context, sessionId);
  return `${name}=${value}`;
}

async function many<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let n = 0; n < count; n++) made.push(await make());
  return made;
}
