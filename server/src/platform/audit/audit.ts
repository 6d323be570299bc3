import type { Role } from '#contract/base.ts';
import { sql } from 'kysely';
import { type Db, type SystemDb, type Tx, withSystem } from '../db/db.ts';

/** One thing that somebody did or looked at. Ids only. */
export interface AuditEntry {
  /** User id, or 'system', or 'visitor'. */
  readonly actor: string;
  /** Role held at that moment; absent for system and visitor. */
  readonly actor_role?: Role;
  /** `domain.verb`: 'case.viewed', 'photo.viewed', 'simulation.signed'. */
  readonly action: string;
  /** What it was done to, kind and id: `case:<id>`, `photo:<id>`. */
  readonly subject: `${string}:${string}`;
  /** Whose data it is, so that a patient can read their own log; null when it is nobody's. */
  readonly patient_id: string | null;
  /** Why: 'treatment', 'queue', or words of a person. */
  readonly reason: string;
  /** Ids, counts, versions; never health data. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Whether the chain holds; otherwise the number of the first entry that was changed, moved, or follows a removed one. */
export interface ChainState {
  readonly entries: number;
  readonly brokenAt: number | null;
}

/** Append-only, hash-chained record of who read or changed what, and why. */
export interface Audit {
  /**
   * Adds an entry in the caller's transaction: what is not recorded does not happen. Writers wait for each other from here to their commit, so
   * record as the last step of a transaction.
   */
  record(tx: Db | Tx, entry: AuditEntry): Promise<void>;
  /** Recomputes every hash from the first entry on. */
  verifyChain(): Promise<ChainState>;
  /** What the last such check in this process found; null before the first. */
  lastChecked(): ChainState | null;
  /** Lets go of the entries before `moment`, at least eleven months ago; the chain holds from there on. Answers how many there were. */
  forget(moment: Date): Promise<number>;
}

/** The audit log of the database. The chain itself is made by triggers of the table. */
export function createAudit(system: SystemDb): Audit {
  let last: ChainState | null = null;
  return {
    record,
    verifyChain: async () => (last = await verifyChain(system)),
    lastChecked: () => last,
    forget: (moment) => forget(system, moment),
  };
}

async function record(tx: Db | Tx, entry: AuditEntry): Promise<void> {
  const colon = entry.subject.indexOf(':');
  await tx
    .insertInto('audit_log')
    .values({
      actor_id: entry.actor,
      actor_role: entry.actor_role ?? null,
      action: entry.action,
      subject_type: entry.subject.slice(0, colon),
      subject_id: entry.subject.slice(colon + 1),
      patient_id: entry.patient_id,
      reason: entry.reason,
      details: JSON.stringify(entry.details ?? {}),
    })
    .execute();
}

const forget = (system: SystemDb, moment: Date): Promise<number> =>
  withSystem(system, async (tx) => {
    const { rows } = await sql<{ gone: number }>`select audit_log_forget(${moment}) as gone`.execute(tx);
    return rows[0]?.gone ?? 0;
  });

async function verifyChain(system: SystemDb): Promise<ChainState> {
  const { rows } = await sql<ChainState>`
    select (select count(*) from audit_log) as entries, audit_log_first_break() as "brokenAt"`.execute(system);
  return rows[0] ?? { entries: 0, brokenAt: null };
}
