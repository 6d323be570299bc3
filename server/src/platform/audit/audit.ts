import type { Db, Tx } from '../db/db.ts';

/** One thing that somebody did or looked at. Ids only. */
export interface AuditEntry {
  /** User id, or 'system', or 'visitor'. */
  readonly actor: string;
  /** `domain.verb`: 'case.viewed', 'photo.viewed', 'simulation.signed'. */
  readonly action: string;
  /** What it was done to: `case:<id>`, `photo:<id>`. */
  readonly subject: string;
  /** Whose data it is, so that a patient can read their own log; null when it is nobody's. */
  readonly patient_id: string | null;
  /** Why: 'treatment', 'queue', or words of a person. */
  readonly reason: string;
}

/** Where the chain is broken, by sequence number; null when it holds. */
export interface ChainState {
  readonly entries: number;
  readonly brokenAt: number | null;
}

/** Append-only, hash-chained record of who read or changed what, and why. */
export interface Audit {
  /** Adds an entry in the caller's transaction: what is not recorded does not happen. */
  record(tx: Db | Tx, entry: AuditEntry): Promise<void>;
  /** Recomputes every hash from the first entry on. */
  verifyChain(): Promise<ChainState>;
}
