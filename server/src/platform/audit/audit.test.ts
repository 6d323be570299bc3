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
  const { db } = await freshDatabase();
  const audit = createAudit(db);
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
  const { db } = await freshDatabase();
  const audit = createAudit(db);
  const failed = db.transaction().execute(async (tx) => {
    await audit.record(tx, looked);
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect((await audit.verifyChain()).entries).toBe(0);
});

test('a changed entry shows, even to somebody who owns the table', async () => {
  const { db, owner } = await freshDatabase();
  const audit = createAudit(db);
  for (let i = 0; i < 5; i++) await audit.record(db, looked);
  await expect(db.deleteFrom('audit_log').execute()).rejects.toMatchObject({ code: '42501' });

  await owner.query(
    `alter table audit_log disable trigger user; update audit_log set reason = 'curiosity' where id = 3`,
  );
  expect(await audit.verifyChain()).toEqual({ entries: 5, brokenAt: 3 });
});
