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
  /** Reason of the action or access: a code such as 'treatment' or 'queue', or a text that a person typed. */
  readonly reason: string;
  /** Ids, counts and versions, but never health data. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Result of a check of the log. */
export interface ChainState {
  readonly entries: number;
  /**
   * Id of the first entry that was changed, moved or deleted. A deletion of the newest entry is found too. For a
   * deletion inside the log, it can be the id of the entry after the deleted one. Null while the log is complete and
   * unchanged.
   */
  readonly brokenAt: number | null;
  /**
   * Number of signed heads (signed-heads.ts) that were changed, removed, or signed with another key. Signed heads are
   * stored next to the photos.
   */
  readonly forgedHeads: number;
  /**
   * The newest signed entry and the time of its signature. Null before the first signature, and without a signing key.
   */
  readonly signed: { readonly id: number; readonly at: Date } | null;
}

export const isWhole = ({ brokenAt, forgedHeads }: ChainState): boolean => brokenAt === null && forgedHeads === 0;

/** Append-only log of who read or changed which data, and why. Each entry contains the hash of the previous entry. */
export interface Audit {
  /**
   * Adds an entry in the caller's transaction. If the entry cannot be added, the action is rolled back too. From this
   * call until its commit, the transaction makes all other writers of the log wait. Call it as the last step of a
   * transaction.
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
   * Accepts that the database was restored to an earlier moment. Moves aside the signed heads of entries that the
   * database no longer has. If the file of a signed head is missing, deletes the row of that head in
   * `audit_signed_heads`. If a head was moved or a row was deleted, adds an entry about the restore to the log. Returns
   * the number of heads that were moved aside.
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
   * The newest entry that this process has seen. It lets a running process notice the deletion of entries that were
   * added after the last signature.
   */
  let seen: Entry | null = null;
  const look = async (): Promise<ChainState> => {
    // The rows are read before the files, because a file is written before its row.
    const recorded = heads ? await recordedHeads(system, heads.key) : [];
    const signed = (await heads?.list()) ?? [];
    const names = new Set(signed.map(({ name }) => name));
    const missing = recorded.filter(({ name }) => !names.has(name));
    const state = await verifyChain(system, { heads: signed, missing, seen });
    if (isWhole(state)) seen = await newest(system);
    return state;
  };
  return {
    record,
    verifyChain: async () => (last = await look()),
    lastChecked: () => last,
    async checkEnd() {
      const head = (await heads?.newest()) ?? null;
      const missing = heads ? await missingNewest(system, heads) : [];
      const asked = { heads: head ? [head] : [], missing, seen };
      const end = await verifyChain(system, asked, 'audit_log_end_break');
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
      const [lost] = heads ? await missingNewest(system, heads) : [];
      if (lost) throw new Error(`the signed head of entry ${lost.entry_id} of the audit log was removed`);
      await assertKept(system, [...(before ? [before] : []), ...(seen ? [seen] : [])]);
      seen = entry;
      if (!heads || !entry || entry.id === before?.id) return;
      const isDue = !before || clock.now().getTime() - before.signed_at.getTime() >= HOUR_MS;
      if (isDue || entry.id - before.id >= MANY) await recordHead(system, heads, entry.id, await heads.sign(entry));
    },
    async acceptRestored() {
      seen = await newest(system);
      const later = (await heads?.setAside(seen?.id ?? 0)) ?? 0;
      const lacking = heads ? await dropMissing(system, heads) : 0;
      if (later > 0 || lacking > 0) await recordRestore(system, seen?.id ?? 0, later, lacking);
      return later;
    },
    async forget(moment) {
      const gone = await forget(system, moment);
      const { rows } = await sql<{ id: number }>`select id from audit_log_anchor`.execute(system);
      await heads?.forget(rows[0]?.id ?? 0);
      await sql`delete from audit_signed_heads where entry_id <= ${rows[0]?.id ?? 0}`.execute(system);
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

const recordRestore = (system: SystemDb, id: number, later_heads: number, lacking_heads: number): Promise<void> =>
  record(system, {
    actor: 'system',
    action: 'system.restored',
    subject: `entry:${id}`,
    patient_id: null,
    reason: 'restored to an earlier moment',
    details: { later_heads, lacking_heads },
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

/** The record of a signed head in the database. */
interface RecordedHead {
  readonly name: string;
  readonly entry_id: number;
}

/**
 * Records a signed head in the database. If someone removes its file from the store, the record shows that the head is
 * missing.
 */
const recordHead = (system: SystemDb, { key }: SignedHeads, id: number, name: string): Promise<unknown> =>
  sql`insert into audit_signed_heads (name, entry_id, key) values (${name}, ${id}, ${key})`.execute(system);

/** Returns the recorded heads of a key, the newest entry first. */
async function recordedHeads(system: SystemDb, key: string, most: number | null = null): Promise<RecordedHead[]> {
  const { rows } = await sql<RecordedHead>`
    select name, entry_id from audit_signed_heads
    where key = ${key} and entry_id > (select id from audit_log_anchor)
    order by entry_id desc limit ${most}`.execute(system);
  return rows;
}

/** Returns a list with the newest recorded head if its file is missing. Otherwise returns an empty list. */
async function missingNewest(system: SystemDb, heads: SignedHeads): Promise<RecordedHead[]> {
  const [last] = await recordedHeads(system, heads.key, 1);
  return last && !(await heads.has(last.name)) ? [last] : [];
}

/** Deletes the records of heads whose files are missing. Returns their number. */
async function dropMissing(system: SystemDb, heads: SignedHeads): Promise<number> {
  const recorded = await recordedHeads(system, heads.key);
  const names = new Set((await heads.list()).map(({ name }) => name));
  const missing = recorded.map(({ name }) => name).filter((name) => !names.has(name));
  if (missing.length > 0)
    await sql`delete from audit_signed_heads where name = any(${missing}::text[])`.execute(system);
  return missing.length;
}

/**
 * Returns the id of the first given entry that is missing from the log or was changed. Returns null if there is none.
 * Ignores entries that were deleted at the end of their retention.
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

interface Known {
  readonly heads: readonly SignedHead[];
  /** Recorded heads whose files are missing. */
  readonly missing: readonly RecordedHead[];
  readonly seen: Entry | null;
}

async function verifyChain(
  system: SystemDb,
  { heads, missing, seen }: Known,
  check: 'audit_log_first_break' | 'audit_log_end_break' = 'audit_log_first_break',
): Promise<ChainState> {
  const { rows } = await sql<{ entries: number; broken_at: number | null; let_go: number }>`
    select (select count(*) from audit_log) as entries, ${sql.ref(check)}() as broken_at,
      (select id from audit_log_anchor) as let_go`.execute(system);
  const genuine = heads.filter(({ isGenuine }) => isGenuine);
  const gone = await firstMissing(system, [...genuine, ...(seen ? [seen] : [])]);
  const broken = [rows[0]?.broken_at ?? null, gone].filter((id) => id !== null);
  const newestHead = genuine.at(-1);
  // Heads are deleted together with their entries. Such a deletion may have happened after the records were read.
  const removed = missing.filter(({ entry_id }) => entry_id > (rows[0]?.let_go ?? 0));
  return {
    entries: rows[0]?.entries ?? 0,
    brokenAt: broken.length > 0 ? Math.min(...broken) : null,
    forgedHeads: heads.length - genuine.length + removed.length,
    signed: newestHead ? { id: newestHead.id, at: newestHead.signed_at } : null,
  };
}
