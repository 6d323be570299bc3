import { expect, test } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { withStaff } from '../db/db.ts';
import { type AuditEntry, createAudit } from './audit.ts';

const looked: AuditEntry = {
  actor: 'doctor-1',
  actor_role: 'practitioner',
  action: 'case.viewed',
  subject: 'case:0b4e:1',
  patient_id: 'patient-1',
  reason: 'treatment',
};

test('an entry says who did what to what, whose data it was, and why', async () => {
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
  expect(await audit.verifyChain()).toEqual({ entries: 1, brokenAt: null });
});

test('what is rolled back is not recorded', async () => {
  const { db, system } = await freshDatabase();
  const audit = createAudit(system);
  const failed = db.transaction().execute(async (tx) => {
    await audit.record(tx, looked);
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect((await audit.verifyChain()).entries).toBe(0);
});

test('trust 7: a changed entry shows, even to somebody who owns the table', async () => {
  const { db, system, owner } = await freshDatabase();
  const audit = createAudit(system);
  for (let i = 0; i < 5; i++) await audit.record(db, looked);
  await expect(db.deleteFrom('audit_log').execute()).rejects.toMatchObject({ code: '42501' });

  await owner.query(
    `alter table audit_log disable trigger user; update audit_log set reason = 'curiosity' where id = 3`,
  );
  expect(await audit.verifyChain()).toEqual({ entries: 5, brokenAt: 3 });
});

test('trust 4: after twelve months the oldest entries go, and the chain holds from there on', async () => {
  const { db, system, owner } = await freshDatabase();
  const audit = createAudit(system);
  for (let i = 0; i < 4; i++) await audit.record(db, looked);
  // Two of them were made long ago: their hashes are made again, as they would have been then.
  await owner.query(`alter table audit_log disable trigger refuse_change;
    update audit_log set at = now() - interval '400 days' where id <= 2;
    update audit_log a set hash = audit_log_hash(a) where id = 1;
    update audit_log set prev_hash = (select hash from audit_log where id = 1) where id = 2;
    update audit_log a set hash = audit_log_hash(a) where id = 2;
    update audit_log set prev_hash = (select hash from audit_log where id = 2) where id = 3;
    update audit_log a set hash = audit_log_hash(a) where id = 3;
    update audit_log set prev_hash = (select hash from audit_log where id = 3) where id = 4;
    update audit_log a set hash = audit_log_hash(a) where id = 4;
    alter table audit_log enable trigger refuse_change`);
  expect(await audit.verifyChain()).toEqual({ entries: 4, brokenAt: null });

  expect(await audit.forget(new Date(Date.now() - 365 * 86_400_000))).toBe(2);
  expect(await audit.verifyChain()).toEqual({ entries: 2, brokenAt: null });
  await audit.record(db, looked);
  expect(await audit.verifyChain()).toEqual({ entries: 3, brokenAt: null });

  await expect(audit.forget(new Date())).rejects.toThrow('eleven months');
  await expect(db.deleteFrom('audit_log').execute()).rejects.toMatchObject({ code: '42501' });
  await owner.query('alter table audit_log disable trigger refuse_change; delete from audit_log where id = 3');
  expect((await audit.verifyChain()).brokenAt).toBe(4);
});
