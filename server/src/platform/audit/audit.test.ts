import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { fakeClock } from '../../../test/fakes.ts';
import { withStaff } from '../db/db.ts';
import { createFolderStore } from '../storage/folder-store.ts';
import { createSignedHeads } from './signed-heads.ts';
import { type AuditEntry, type AuditLook, createAudit } from './audit.ts';

const looked: AuditEntry = {
  actor: 'doctor-1',
  actor_role: 'practitioner',
  action: 'case.viewed',
  subject: 'case:0b4e:1',
  patient_id: 'patient-1',
  reason: 'treatment',
};

test('an entry contains actor, action, object, patient and reason', async () => {
  const { db, system } = await freshDatabase();
  const audit = createAudit(system);
  await withStaff(db, 'doctor-1', (tx) => audit.record(tx, { ...looked, details: { photos: 3 } }));
  expect(await db.selectFrom('audit_log').selectAll().execute()).toMatchObject([
    {
      id: 1,
      actor_id: 'doctor-1',
      actor_role: 'practitioner',
      subject_type: 'case',
      subject_id: '0b4e:1',
      patient_id: 'patient-1',
      details: { photos: 3 },
    },
  ]);
  expect(await audit.verifyChain()).toMatchObject({ entries: 1, brokenAt: null });
});

test('an entry whose transaction rolls back is not recorded', async () => {
  const { db, system } = await freshDatabase();
  const audit = createAudit(system);
  const failed = db.transaction().execute(async (tx) => {
    await audit.record(tx, looked);
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect((await audit.verifyChain()).entries).toBe(0);
});

test('a repeated view of the same data adds no entry, and a view that differs in anything adds one', async () => {
  const { db, system } = await freshDatabase();
  const audit = createAudit(system);
  const list: AuditLook = { ...looked, patient_id: null, session: 'session-1', details: { cases: ['1', '2'] } };
  const count = async () => (await audit.verifyChain()).entries;
  // The first look is always recorded.
  await audit.recordLook(db, list);
  expect(await count()).toBe(1);
  await audit.recordLook(db, list);
  expect(await count()).toBe(1);
  const others = [
    { ...list, actor: 'doctor-2' },
    { ...list, actor_role: 'admin' },
    { ...list, action: 'queue.viewed' },
    { ...list, subject: 'case:0b4e:2' },
    { ...list, patient_id: 'patient-1' },
    { ...list, reason: 'queue' },
    { ...list, session: 'session-2' },
    { ...list, details: { cases: ['1', '2', '3'] } },
    { ...list, details: { cases: ['1'] } },
  ] as const satisfies AuditLook[];
  for (const [at, other] of others.entries()) {
    await audit.recordLook(db, other);
    expect(await count(), JSON.stringify(other)).toBe(at + 2);
  }
  // An equal look is still known after the looks at something else.
  await audit.recordLook(db, list);
  expect(await count()).toBe(others.length + 1);
  // `record` never leaves anything out.
  await audit.record(db, list);
  expect(await count()).toBe(others.length + 2);
});

test.each([
  ['29 minutes ago', 'leaves no second entry', "now() - interval '29 minutes'", 1],
  ['31 minutes ago', 'is recorded again', "now() - interval '31 minutes'", 2],
  ['in the future, by a clock that was set back,', 'is recorded again', "now() + interval '1 minute'", 2],
])('the same view %s %s', async (_when, _then, at, entries) => {
  const { db, system, owner } = await freshDatabase();
  const audit = createAudit(system);
  const look: AuditLook = { ...looked, session: 'session-1', details: {} };
  await audit.recordLook(db, look);
  await owner.query(`alter table audit_log disable trigger user;
    update audit_log set at = ${at}; alter table audit_log enable trigger user`);
  await audit.recordLook(db, look);
  const { rows } = await owner.query<{ count: number }>('select count(*)::int as count from audit_log');
  expect(rows).toEqual([{ count: entries }]);
});

test('a view whose transaction rolled back does not keep the next view from being recorded', async () => {
  const { db, system } = await freshDatabase();
  const audit = createAudit(system);
  const look: AuditLook = { ...looked, session: 'session-1', details: {} };
  const failed = db.transaction().execute(async (tx) => {
    await audit.recordLook(tx, look);
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  await audit.recordLook(db, look);
  expect((await audit.verifyChain()).entries).toBe(1);
});

test('trust 7: the chain of hashes shows an entry that the owner of the table has changed', async () => {
  const { db, system, owner } = await freshDatabase();
  const audit = createAudit(system);
  for (let i = 0; i < 5; i++) await audit.record(db, looked);
  await expect(db.deleteFrom('audit_log').execute()).rejects.toMatchObject({ code: '42501' });

  await owner.query(
    `alter table audit_log disable trigger user; update audit_log set reason = 'curiosity' where id = 3`,
  );
  expect(await audit.verifyChain()).toMatchObject({ entries: 5, brokenAt: 3 });
});

test('trust 4: entries are deleted after twelve months, and the chain of the remaining entries stays valid', async () => {
  const { db, system, owner } = await freshDatabase();
  const audit = createAudit(system);
  for (let i = 0; i < 4; i++) await audit.record(db, looked);
  // Gives two entries an old date, and recomputes the hashes so that the chain is valid again.
  await owner.query(`alter table audit_log disable trigger refuse_change;
    update audit_log set at = now() - interval '400 days' where id <= 2;
    update audit_log a set hash = audit_log_hash(a) where id = 1;
    update audit_log set prev_hash = (select hash from audit_log where id = 1) where id = 2;
    update audit_log a set hash = audit_log_hash(a) where id = 2;
    update audit_log set prev_hash = (select hash from audit_log where id = 2) where id = 3;
    update audit_log a set hash = audit_log_hash(a) where id = 3;
    update audit_log set prev_hash = (select hash from audit_log where id = 3) where id = 4;
    update audit_log a set hash = audit_log_hash(a) where id = 4;
    update audit_log_head set hash = (select hash from audit_log where id = 4);
    alter table audit_log enable trigger refuse_change`);
  expect(await audit.verifyChain()).toMatchObject({ entries: 4, brokenAt: null });

  expect(await audit.forget(new Date(Date.now() - 365 * 86_400_000))).toBe(2);
  expect(await audit.verifyChain()).toMatchObject({ entries: 2, brokenAt: null });
  await audit.record(db, looked);
  expect(await audit.verifyChain()).toMatchObject({ entries: 3, brokenAt: null });

  await expect(audit.forget(new Date())).rejects.toThrow('eleven months');
  await expect(db.deleteFrom('audit_log').execute()).rejects.toMatchObject({ code: '42501' });
  await owner.query('alter table audit_log disable trigger refuse_change; delete from audit_log where id = 3');
  expect((await audit.verifyChain()).brokenAt).toBe(4);
});

/** Makes an audit log with signed heads, which are stored as files. */
async function signedAudit() {
  const database = await freshDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'flaira-heads-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const seed = randomBytes(32);
  const clock = fakeClock();
  const forge = (key: Buffer) => createSignedHeads({ objects: createFolderStore(folder), clock, seed: key });
  const open = () => createAudit(database.system, forge(seed), clock);
  const files = () => readdirSync(join(folder, 'audit')).map((name) => join(folder, 'audit', name));
  /** Changes the table as its owner, who can disable the triggers. */
  const tamper = (statements: string) =>
    database.owner.query(
      `alter table audit_log disable trigger user; ${statements}; alter table audit_log enable trigger user`,
    );
  return { ...database, audit: open(), open, forge, clock, files, tamper };
}

/**
 * An attack by an owner of the tables who has deleted the newest entries. It names the last remaining entry in
 * `audit_log_head`, so that the chain of hashes no longer shows the deletion.
 */
const FORGE_HEAD =
  'update audit_log_head h set id = a.id, hash = a.hash from (select * from audit_log order by id desc limit 1) a';

test('trust 32: the chain of hashes shows that the newest entry was deleted', async () => {
  const { db, audit, tamper } = await signedAudit();
  for (let i = 0; i < 3; i++) await audit.record(db, looked);
  await tamper('delete from audit_log where id = 3');
  expect(await audit.verifyChain()).toMatchObject({ entries: 2, brokenAt: 3 });
  // The check still finds the deletion after another entry was added.
  await audit.record(db, looked);
  expect(await audit.verifyChain()).toMatchObject({ entries: 3, brokenAt: 4 });
});

test('trust 32: the signed head shows that the newest entry was deleted, even if the head of the chain was forged', async () => {
  const { db, audit, open, clock, tamper } = await signedAudit();
  for (let i = 0; i < 3; i++) await audit.record(db, looked);
  await audit.signHead();
  clock.advance(3_600_000);
  await tamper(`delete from audit_log where id = 3; ${FORGE_HEAD}`);
  // A new process (`open`) has not seen any entry yet. Only the signed head shows the deletion.
  expect(await open().verifyChain()).toMatchObject({ entries: 2, brokenAt: 3, signed: { id: 3 } });
  await expect(open().signHead()).rejects.toThrow('entry 3');
  await audit.record(db, looked);
  expect(await open().verifyChain()).toMatchObject({ entries: 3, brokenAt: 3 });
});

test('trust 32: a process that recorded an entry notices its deletion, even if the last signed head does not cover it', async () => {
  const { db, audit, tamper } = await signedAudit();
  await audit.record(db, looked);
  await audit.signHead();
  await audit.record(db, looked);
  await audit.signHead();
  await tamper(`delete from audit_log where id = 2; ${FORGE_HEAD}`);
  expect(await audit.verifyChain()).toMatchObject({ entries: 1, brokenAt: 2, signed: { id: 1 } });
});

test('trust 32: the check finds a signed head that was changed or signed with another key', async () => {
  const { db, audit, forge, files, clock } = await signedAudit();
  await audit.record(db, looked);
  await audit.signHead();
  expect(await audit.verifyChain()).toMatchObject({ brokenAt: null, forgedHeads: 0, signed: { id: 1 } });
  const [file = ''] = files();
  const head = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...head, hash: '00'.repeat(32) }));
  expect(await audit.verifyChain()).toMatchObject({ brokenAt: null, forgedHeads: 1, signed: null });
  writeFileSync(file, JSON.stringify(head));
  clock.advance(3_600_000);
  await audit.record(db, looked);
  await forge(randomBytes(32)).sign({ id: 2, hash: '11'.repeat(32) });
  expect(await audit.verifyChain()).toMatchObject({ forgedHeads: 1, signed: { id: 1 } });
  // While a forged head exists, `signHead` signs no new head, and `checkEnd` reports the forged head.
  await expect(audit.signHead()).rejects.toThrow('not as it was signed');
  expect(await audit.checkEnd()).toMatchObject({ forgedHeads: 1 });
});

test('trust 32: the check finds that a signed head was removed, whether it is the only one or an earlier one', async () => {
  const { db, audit, open, files, clock } = await signedAudit();
  const signOne = async () => {
    await audit.record(db, looked);
    await audit.signHead();
    clock.advance(3_600_000);
  };
  await signOne();
  const [only = ''] = files();
  const kept = readFileSync(only);
  rmSync(only);
  // If a new head were signed now, it would hide that the newest head is missing.
  expect(await open().verifyChain()).toMatchObject({ brokenAt: null, forgedHeads: 1, signed: null });
  expect(await open().checkEnd()).toMatchObject({ forgedHeads: 1 });
  await audit.record(db, looked);
  await expect(open().signHead()).rejects.toThrow('signed head of entry 1');
  expect(files()).toEqual([]);

  writeFileSync(only, kept);
  expect(await open().verifyChain()).toMatchObject({ forgedHeads: 0 });
  await signOne();
  rmSync(only);
  expect(await open().verifyChain()).toMatchObject({ brokenAt: null, forgedHeads: 1, signed: { id: 3 } });
});

test('signed heads that a restored store lacks can be accepted, and heads of an earlier key do not count as missing', async () => {
  const { db, audit, forge, files, system, clock } = await signedAudit();
  await audit.record(db, looked);
  await audit.signHead();
  for (const file of files()) rmSync(file);
  const rekeyed = createAudit(system, forge(randomBytes(32)), clock);
  expect(await rekeyed.verifyChain()).toMatchObject({ forgedHeads: 0 });
  expect(await audit.acceptRestored()).toBe(0);
  expect(await audit.verifyChain()).toMatchObject({ entries: 2, brokenAt: null, forgedHeads: 0 });
  expect(await db.selectFrom('audit_log').select(['action', 'details']).where('id', '=', 2).execute()).toEqual([
    { action: 'system.restored', details: { later_heads: 0, lacking_heads: 1 } },
  ]);
});

test('trust 32: the service cannot insert rows into the log directly, and an inserted row gets the current time', async () => {
  const { db, system, owner } = await freshDatabase();
  const row = {
    actor_id: 'a',
    action: 'x.y',
    subject_type: 's',
    subject_id: '1',
    reason: 'r',
    details: '{}',
    at: new Date(0),
  };
  for (const login of [db, system])
    await expect(login.insertInto('audit_log').values(row).execute()).rejects.toMatchObject({ code: '42501' });
  for (const change of ['update audit_log_head set id = 0', 'delete from audit_log_head'])
    await expect(sql.raw(change).execute(system)).rejects.toMatchObject({ code: '42501' });
  // If the owner inserts a row directly, the row still gets the current time.
  await owner.query(
    `insert into audit_log (actor_id, action, subject_type, subject_id, reason, at) values ('a', 'x.y', 's', '1', 'r', '2001-01-01')`,
  );
  const { rows } = await owner.query("select at > now() - interval '1 minute' as is_now from audit_log");
  expect(rows).toEqual([{ is_now: true }]);
});

test('a log that lacks entries because the database was restored is valid again once the restore is accepted', async () => {
  const { db, audit, open, clock, tamper } = await signedAudit();
  for (let i = 0; i < 2; i++) {
    await audit.record(db, looked);
    await audit.signHead();
    clock.advance(3_600_000);
  }
  await tamper(`delete from audit_log where id = 2; ${FORGE_HEAD}`);
  const restored = open();
  expect(await restored.acceptRestored()).toBe(1);
  expect(await restored.verifyChain()).toMatchObject({ entries: 2, brokenAt: null, signed: { id: 1 } });
  expect(await db.selectFrom('audit_log').select('action').where('id', '=', 2).execute()).toEqual([
    { action: 'system.restored' },
  ]);
});
