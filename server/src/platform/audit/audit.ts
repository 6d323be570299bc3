import type { AuditKind } from '#contract/audit.ts';
import type { Role } from '#contract/base.ts';
import { sql } from 'kysely';
import { type Clock, systemClock } from '../clock.ts';
import { type Db, type SystemDb, type Tx, withSystem } from '../db/db.ts';
import type { Entry, SignedHead, SignedHeads } from './signed-heads.ts';

/** An action or an access, with the actor and the reason. It contains ids and no names. */
export interface AuditEntry {
  /** Id of a user, or 'system', or 'visitor'. */
  readonly actor: string;
  /** Role of the actor at that moment. Absent for system and visitor. */
  readonly actor_role?: Role;
  readonly action: AuditKind;
  /** The object, as kind and id: `case:<id>`, `photo:<id>`. */
  readonly subject: `${string}:${string}`;
  /** The patient concerned, who can read the entries about their data. Null if the data belongs to no patient. */
  readonly patient_id: string | null;
  /** Reason of the action or access: 'treatment', 'queue', or a text that a person typed. */
  readonly reason: string;
  /** Ids, counts and versions, but never health data. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Result of a check of the log. */
export interface ChainState {
  readonly entries: number;
  /**
   * Id of the first entry that was changed, moved or deleted, even if that was the newest entry. For a deletion inside
   * the log, it can be the id of the entry after the deleted one. Null while the log is whole.
   */
  readonly brokenAt: number | null;
  /**
   * Number of signed heads (signed-heads.ts) that were changed or signed with another key. Signed heads are stored next
   * to the photos.
   */
  readonly forgedHeads: number;
  /**
   * The newest signed entry and the time of its signature. Null before the first signature, and without a signing key.
   */
  readonly signed: { readonly id: number; readonly at: Date } | null;
}

export const isWhole = ({ brokenAt, forgedHeads }: ChainState): boolean => brokenAt === null && forgedHeads === 0;

/**
 * Append-only log of who read or changed which data, and for which reason. Each entry contains the hash of the entry
 * before.
 */
export interface Audit {
  /**
   * Adds an entry in the caller's transaction. An action that cannot be recorded therefore does not happen. Writers
   * wait for each other from this call to their commit, so call it as the last step of a transaction.
   */
  record(tx: Db | Tx, entry: AuditEntry): Promise<void>;
  /** Recomputes every hash from the first entry to the last, and compares the entries with every signed head. */
  verifyChain(): Promise<ChainState>;
  /** Returns the result of the last `verifyChain` in this process, or null before the first one. */
  lastChecked(): ChainState | null;
  /**
   * Compares the end of the log with the newest signed head. The returned state also contains the result of the last
   * complete check. The call is quick enough for pages that reload often.
   */
  checkEnd(): Promise<ChainState>;
  /**
   * Signs the newest entry if an hour has passed since the last signature, or if many entries have been added. Throws
   * if the log contradicts an earlier signature.
   */
  signHead(): Promise<void>;
  /**
   * After a restore to an earlier moment, moves aside the signed heads of entries that the database no longer has. If
   * there are such heads, adds an entry about the restore to the log. Returns the number of these heads.
   */
  acceptRestored(): Promise<number>;
  /**
   * Deletes the entries before `moment`, which must be at least eleven months ago. The rest of the chain stays valid.
   * Returns the number of deleted entries.
   */
  forget(moment: Date): Promise<number>;
}

const HOUR_MS = 3_600_000;
/** After this many new entries, the newest entry is signed even if no hour has passed. */
const MANY = 200;

/**
 * Creates the audit log. Triggers of its table build the chain of hashes. `heads` is absent if there is no key to sign
 * with.
 */
export function createAudit(system: SystemDb, heads?: SignedHeads, clock: Clock = systemClock): Audit {
  let last: ChainState | null = null;
  /**
   * The newest entry that this process has seen. With it, a running process notices if entries that were added after
   * the last signature are deleted.
   */
  let seen: Entry | null = null;
  const look = async (): Promise<ChainState> => {
    const signed = (await heads?.list()) ?? [];
    const state = await verifyChain(system, signed, seen);
    if (isWhole(state)) seen = await newest(system);
    return state;
  };
  return {
    record,
    verifyChain: async () => (last = await look()),
    lastChecked: () => last,
    async checkEnd() {
      const head = (await heads?.newest()) ?? null;
      const end = await verifyChain(system, head ? [head] : [], seen, 'audit_log_end_break');
      return {
        ...end,
        brokenAt: last?.brokenAt ?? end.brokenAt,
        forgedHeads: Math.max(last?.forgedHeads ?? 0, end.forgedHeads),
      };
    },
    async signHead() {
      const entry = await newest(system);
      const before = await heads?.newest();
      if (before && !before.isGenuine)
        throw new Error('the newest signed head of the audit log is not as it was signed');
      await assertKept(system, [...(before ? [before] : []), ...(seen ? [seen] : [])]);
      seen = entry;
      if (!heads || !entry || entry.id === before?.id) return;
      const isDue = !before || clock.now().getTime() - before.signed_at.getTime() >= HOUR_MS;
      if (isDue || entry.id - before.id >= MANY) await heads.sign(entry);
    },
    async acceptRestored() {
      seen = await newest(system);
      const later = (await heads?.setAside(seen?.id ?? 0)) ?? 0;
      if (later > 0) await recordRestore(system, seen?.id ?? 0, later);
      return later;
    },
    async forget(moment) {
      const gone = await forget(system, moment);
      const { rows } = await sql<{ id: number }>`select id from audit_log_anchor`.execute(system);
      await heads?.forget(rows[0]?.id ?? 0);
      return gone;
    },
  };
}

async function record(tx: Db | Tx, entry: AuditEntry): Promise<void> {
  const colon = entry.subject.indexOf(':');
  await sql`select audit_log_add(${entry.actor}, ${entry.actor_role ?? null}, ${entry.action}, ${entry.subject.slice(0, colon)},
    ${entry.subject.slice(colon + 1)}, ${entry.patient_id}, ${entry.reason}, ${JSON.stringify(entry.details ?? {})})`.execute(
    tx,
  );
}

const recordRestore = (system: SystemDb, id: number, heads: number): Promise<void> =>
  record(system, {
    actor: 'system',
    action: 'system.restored',
    subject: `entry:${id}`,
    patient_id: null,
    reason: 'restored to an earlier moment',
    details: { later_heads: heads },
  });

const forget = (system: SystemDb, moment: Date): Promise<number> =>
  withSystem(system, async (tx) => {
    const { rows } = await sql<{ gone: number }>`select audit_log_forget(${moment}) as gone`.execute(tx);
    return rows[0]?.gone ?? 0;
  });

async function newest(system: SystemDb): Promise<Entry | null> {
  const { rows } = await sql<Entry>`
    select id, encode(hash, 'hex') as hash from audit_log order by id desc limit 1`.execute(system);
  return rows[0] ?? null;
}

/**
 * Returns the id of the first given entry that was deleted from the log or changed in it. Null if there is none.
 * Entries that were deleted at the end of their retention do not count.
 */
async function firstMissing(system: SystemDb, entries: readonly Entry[]): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select wanted.id from unnest(${entries.map(({ id }) => id)}::bigint[], ${entries.map(({ hash }) => hash)}::text[]) as wanted (id, hash)
    where wanted.id > (select id from audit_log_anchor)
      and not exists (select from audit_log a where a.id = wanted.id and encode(a.hash, 'hex') = wanted.hash)
    order by wanted.id limit 1`.execute(system);
  return rows[0]?.id ?? null;
}

async function assertKept(system: SystemDb, entries: readonly Entry[]): Promise<void> {
  const missing = await firstMissing(system, entries);
  if (missing !== null) throw new Error(`entry ${missing} of the audit log is not as it was`);
}

async function verifyChain(
  system: SystemDb,
  heads: readonly SignedHead[],
  seen: Entry | null,
  check: 'audit_log_first_break' | 'audit_log_end_break' = 'audit_log_first_break',
): Promise<ChainState> {
  const { rows } = await sql<{ entries: number; broken_at: number | null }>`
    select (select count(*) from audit_log) as entries, ${sql.ref(check)}() as broken_at`.execute(system);
  const genuine = heads.filter(({ isGenuine }) => isGenuine);
  const missing = await firstMissing(system, [...genuine, ...(seen ? [seen] : [])]);
  const broken = [rows[0]?.broken_at ?? null, missing].filter((id) => id !== null);
  const newestHead = genuine.at(-1);
  return {
    entries: rows[0]?.entries ?? 0,
    brokenAt: broken.length > 0 ? Math.min(...broken) : null,
    forgedHeads: heads.length - genuine.length,
    signed: newestHead ? { id: newestHead.id, at: newestHead.signed_at } : null,
  };
}
