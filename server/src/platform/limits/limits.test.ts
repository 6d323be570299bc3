import { expect, test } from 'vitest';
import { contract } from '#contract/index.ts';
import { freshDatabase } from '../../../test/database.ts';
import { createLimits, type LimitedCall } from './create-limits.ts';
import { networkOf } from './network-of.ts';
import { bodies, policy, streams } from './policy.ts';

const code = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );
const call = (over: Partial<LimitedCall> = {}): LimitedCall => ({
  path: '/rpc/get_plan_document',
  ip: '203.0.113.7',
  account: 'alice',
  body_kB: 0,
  proof: null,
  ...over,
});
const nothing = async () => {};

test('trust 30: an account gets only a limited number of PDFs at all processes together, and others still get theirs', async () => {
  const { db } = await freshDatabase();
  const [one, other] = [createLimits(db), createLimits(db)];
  for (let n = 0; n < policy.papers.account.max; n++) await one.run(call(), nothing);
  expect(await code(one.run(call(), nothing))).toBe('RATE_LIMITED');
  expect(await code(other.run(call(), nothing))).toBe('RATE_LIMITED');
  expect(await code(other.run(call({ account: 'bob' }), nothing))).toBe('done');
  await expect(other.run(call(), nothing)).rejects.toMatchObject({ data: { retry_after_s: expect.any(Number) } });
});

test('trust 30: a member can send only a limited number of invitations and requests to join', async () => {
  const { db } = await freshDatabase();
  const limits = createLimits(db);
  const paths = ['/rpc/invite_to_channel', '/rpc/rpc_join_channel'];
  for (let n = 0; n < policy.invitations.account.max; n++)
    await limits.run(call({ path: paths[n % 2] ?? '' }), nothing);
  for (const path of paths) expect(await code(limits.run(call({ path }), nothing))).toBe('RATE_LIMITED');
  expect(await code(limits.run(call({ path: paths[0] ?? '', account: 'bob' }), nothing))).toBe('done');
});

test('trust 30: the accounts of one address together get only a limited number of PDFs', async () => {
  const { db } = await freshDatabase();
  const limits = createLimits(db);
  const asks = Array.from({ length: policy.papers.address.max }, (_, n) => call({ account: `account ${n}` }));
  for (const one of asks) await limits.run(one, nothing);
  expect(await code(limits.run(call({ account: 'carl' }), nothing))).toBe('RATE_LIMITED');
  expect(await code(limits.run(call({ account: 'carl', ip: '203.0.113.8' }), nothing))).toBe('done');
});

test('trust 30: an account can send only a limited amount of data, and short bodies do not count', async () => {
  const { db } = await freshDatabase();
  const limits = createLimits(db);
  const body_kB = 25_000;
  const long = call({ path: '/rpc/anything', body_kB });
  for (let sent = 0; sent + body_kB <= bodies.account.max; sent += body_kB) await limits.run(long, nothing);
  expect(await code(limits.run(long, nothing))).toBe('RATE_LIMITED');
  expect(await code(limits.run({ ...long, body_kB: 2 }, nothing))).toBe('done');
});

test('trust 30: one account may send only one large body at a time, and others may send theirs meanwhile', async () => {
  const { db } = await freshDatabase();
  const limits = createLimits(db);
  const ended = Promise.withResolvers<void>();
  const send = (account: string) =>
    limits.run(call({ path: '/rpc/anything', account, body_kB: 25_000 }), () => ended.promise);
  const underWay = [send('alice')];
  expect(await code(send('alice'))).toBe('RATE_LIMITED');
  underWay.push(send('bob'));
  ended.resolve();
  expect(await Promise.all(underWay)).toHaveLength(2);
  expect(await code(send('alice'))).toBe('done');
});

test('trust 30: all bodies that are arriving share a limited memory, and one that does not fit is refused', async () => {
  const { db } = await freshDatabase();
  const limits = createLimits(db);
  const ended = Promise.withResolvers<void>();
  const send = (n: number, work = () => ended.promise) =>
    limits.run(call({ path: '/rpc/anything', account: `account ${n}`, body_kB: 30_000 }), work);
  const underWay = [send(1), send(2), send(3)];
  expect(await code(send(4))).toBe('BUSY');
  ended.resolve();
  await Promise.all(underWay);
  expect(await code(send(4, nothing))).toBe('done');
});

test('trust 30: an account can have only a limited number of PDFs made at the same time', async () => {
  const { db } = await freshDatabase();
  const limits = createLimits(db);
  const ended = Promise.withResolvers<void>();
  const underWay = Array.from({ length: policy.papers.atOnce }, () => limits.run(call(), () => ended.promise));
  expect(await code(limits.run(call(), nothing))).toBe('RATE_LIMITED');
  expect(await code(limits.run(call({ account: 'bob' }), nothing))).toBe('done');
  ended.resolve();
  await Promise.all(underWay);
  expect(await code(limits.run(call(), nothing))).toBe('done');
});

test('trust 30: an account downloads at most two copies of its data at once, and signature checks are limited', async () => {
  const { db } = await freshDatabase();
  const limits = createLimits(db);
  const ended = Promise.withResolvers<void>();
  const download = (n: number) => call({ path: `/api/exports/0b4e6f7e-0000-4000-8000-00000000000${n}.zip` });
  const underWay = [1, 2].map((n) => limits.run(download(n), () => ended.promise));
  expect(await code(limits.run(download(3), nothing))).toBe('RATE_LIMITED');
  expect(await code(limits.run({ ...download(3), account: 'bob' }, nothing))).toBe('done');
  ended.resolve();
  await Promise.all(underWay);
  const check = call({ path: '/rpc/verify_signature', account: null });
  for (let n = 0; n < policy.proofs.address.max; n++) await limits.run(check, nothing);
  expect(await code(limits.run(check, nothing))).toBe('RATE_LIMITED');
});

test('trust 30: an account can look for free times only a limited number of times, as a patient or an administrator', async () => {
  const { db } = await freshDatabase();
  const limits = createLimits(db);
  for (const [path, account] of [
    ['/rpc/list_slots', 'alice'],
    ['/rpc/admin_list_slots', 'admin'],
  ] as const) {
    for (let n = 0; n < policy.slots.account.max; n++) await limits.run(call({ path, account }), nothing);
    expect(await code(limits.run(call({ path, account }), nothing))).toBe('RATE_LIMITED');
  }
  expect(await code(limits.run(call({ path: '/rpc/list_slots', account: 'bob' }), nothing))).toBe('done');
});

test('trust 30: an address gets only a limited number of library pages, and of its lists for search engines', async () => {
  const { db } = await freshDatabase();
  const limits = createLimits(db);
  const visit = (path: string, ip = '203.0.113.7') => code(limits.run(call({ path, ip, account: null }), nothing));
  const pages = ['/library', '/library/calm-skin', '/fr/library/calm-skin/1', '/library/calm-skin/feed.xml'];
  for (let n = 0; n < policy.library.address.max; n++) await visit(pages[n % pages.length] ?? '');
  for (const page of pages) expect(await visit(page)).toBe('RATE_LIMITED');
  expect(await visit('/library/calm-skin/1', '203.0.113.8')).toBe('done');
  expect(await visit('/help')).toBe('done');
  for (let n = 0; n < policy.librarySitemap.address.max; n++) expect(await visit('/sitemap-library.xml')).toBe('done');
  expect(await visit('/sitemap-library.xml')).toBe('RATE_LIMITED');
});

test('trust 30: one address can read calendars only a limited number of times, whatever secrets it tries', async () => {
  const { db } = await freshDatabase();
  const limits = createLimits(db);
  const read = (n: number, ip?: string) => call({ path: `/calendar/${n}.ics`, account: null, ...(ip && { ip }) });
  for (let n = 0; n < policy.calendars.address.max; n++) await limits.run(read(n), nothing);
  expect(await code(limits.run(read(999), nothing))).toBe('RATE_LIMITED');
  expect(await code(limits.run(read(999, '203.0.113.8'), nothing))).toBe('done');
});

test('trust 30: an account can keep only a limited number of live streams open', async () => {
  const { db } = await freshDatabase();
  const { openStream } = createLimits(db);
  const open = async (account: string) => openStream('203.0.113.7', account);
  const closers = [];
  for (let n = 0; n < streams.ofAccount; n++) closers.push(await open('alice'));
  expect(await code(open('alice'))).toBe('RATE_LIMITED');
  expect(await code(open('bob'))).toBe('done');
  closers[0]?.();
  closers[0]?.();
  expect(await code(open('alice'))).toBe('done');
  expect(await code(open('alice'))).toBe('RATE_LIMITED');
});

test('procedures that receive files count towards the limit of uploads, and PDFs towards that of documents', () => {
  const has = (schema: unknown, kind: string): boolean => {
    const { def, shape } = (schema ?? {}) as { def?: { type?: string }; shape?: Record<string, unknown> };
    return def?.type === kind || Object.values(shape ?? {}).some((part) => has(part, kind));
  };
  const procedures = Object.values(contract).flatMap((domain) => Object.values(domain));
  const facts = procedures.map((procedure) => {
    const { route, inputSchema, outputSchema } = (procedure as { '~orpc': Record<string, unknown> })['~orpc'];
    return {
      ...(route as { path: string; summary: string }),
      takes: has(inputSchema, 'file'),
      gives: has(outputSchema, 'file'),
    };
  });
  const paths = new Set(facts.map(({ path }) => path));
  const uploads = facts.filter(({ takes }) => takes).map(({ path }) => path);
  expect(uploads.toSorted()).toEqual(policy.uploads.paths.toSorted());
  const files = facts.filter(({ gives }) => gives).map(({ path }) => path);
  // Besides the PDF documents (`policy.papers`), procedures return lists and calendar entries as files. These files are
  // plain text.
  const counted = [
    ...policy.papers.paths,
    '/rpc/admin_export_appointments',
    '/rpc/admin_export_figures',
    '/rpc/admin_export_ledger',
    '/rpc/admin_export_payments',
    '/rpc/export_lot',
    '/rpc/get_appointment_calendar',
  ];
  expect(files.toSorted()).toEqual(counted.toSorted());
  const named = Object.values(policy).flatMap((limit) => limit.paths.filter((path) => path.startsWith('/rpc/')));
  expect(named.filter((path) => !paths.has(path))).toEqual([]);
});

test('IPv6 addresses of one network count as one address', () => {
  expect(networkOf('2001:db8:0:12::1')).toBe(networkOf('2001:0db8:0000:0012:ffff::2'));
  expect(networkOf('2001:db8::1')).not.toBe(networkOf('2001:db9::1'));
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
});
