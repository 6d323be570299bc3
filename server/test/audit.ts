import type { Audit } from '#server/platform/audit/audit.ts';
import type { Db } from '#server/platform/db/db.ts';

/** Records into the real audit log. */
export const audit = (db: Db): Audit => ({
  async record(tx, { actor, action, subject, patient_id, reason }) {
    const [subject_type = '', subject_id = ''] = subject.split(':');
    await tx.insertInto('audit_log').values({ actor_id: actor, action, subject_type, subject_id, patient_id, reason }).execute();
  },
  async verifyChain() {
    const entries = await db.selectFrom('audit_log').select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
    return { entries: Number(entries.n), brokenAt: null };
  },
});
