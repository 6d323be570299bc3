import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Audit } from '../audit/audit.ts';
import type { Clock } from '../clock.ts';
import type { SystemDb } from '../db/db.ts';
import type { Caller } from '../http/caller.ts';
import { networkOf } from '../limits/network-of.ts';

export interface WatchLimits {
  /**
   * Refusals per hour above which an account, or an address, is suspicious. The limit of an address is higher, because
   * all people of a clinic share one address.
   */
  readonly account: number;
  readonly address: number;
  /** Milliseconds by which each further refusal to a suspicious caller is delayed. */
  readonly delay_ms: number;
}

const LIMITS: WatchLimits = { account: 60, address: 300, delay_ms: 1_000 };
/** Milliseconds during which counts are collected, so that many refusals need only a few statements. */
const FLUSH_MS = 2_000;
/**
 * The largest number of responses that are delayed at the same time. The number is limited because each delayed
 * response occupies a socket.
 */
const WAITING_MAX = 20;
/** The largest number of suspicious callers in memory. If there are more, the list is emptied to save memory. */
const SLOWED_MAX = 10_000;
const HOUR_MS = 3_600_000;

/** The data about a call that the watch uses. */
export interface Asked {
  readonly caller: Caller;
  readonly ip: string;
  /** Name of the procedure or route. */
  readonly name: string;
}

/** Counts refusals by account and address. Also notices requests for decoy ids, which no page contains. */
export interface RefusalWatch {
  /** Counts a refusal with status 403 or 404. Resolves when the response may be sent. */
  refused(asked: Asked, code: string): Promise<void>;
  /** Searches the input of a call for decoy ids. */
  saw(asked: Asked, input: unknown): Promise<void>;
  /** Counts since this process started. */
  readonly counted: { refusals: number; alarms: number };
  /** Writes the counts to the database now. Otherwise they are written within two seconds. */
  flush(): Promise<void>;
}

export interface RefusalWatchParts {
  readonly system: SystemDb;
  readonly audit: Pick<Audit, 'record'>;
  readonly log: Logger;
  readonly clock: Clock;
  /** Key for the hashes of accounts and addresses. */
  readonly key: Buffer;
}

interface Count {
  readonly asked: Asked;
  readonly kind: 'account' | 'address';
  refusals: number;
  /** Tables whose decoy ids were requested. */
  decoys: string[];
}

interface Written {
  readonly refusals: number;
  readonly is_alarmed: boolean;
}

export function createRefusalWatch(parts: RefusalWatchParts, given: Partial<WatchLimits> = {}): RefusalWatch {
  const limits = { ...LIMITS, ...given };
  const { log, clock } = parts;
  const counts = new Map<string, Count>();
  /** Suspicious callers by their hash, with the end of the suspicion (milliseconds since 1970). */
  const slowed = new Map<string, number>();
  const counted = { refusals: 0, alarms: 0 };
  let waiting = 0;
  let timer: NodeJS.Timeout | undefined;
  let decoys: Promise<ReadonlyMap<string, string>> | undefined;

  const hashOf = (who: string): string => createHmac('sha256', parts.key).update(`refused|${who}`).digest('base64url');
  const keysOf = ({ caller, ip }: Asked) => [
    ...(caller.kind === 'user' ? [{ kind: 'account' as const, who: hashOf(`account:${caller.userId}`) }] : []),
    { kind: 'address' as const, who: hashOf(`address:${networkOf(ip)}`) },
  ];

  function slowDown(who: string, until: number): void {
    if (slowed.size >= SLOWED_MAX) slowed.clear();
    slowed.set(who, until);
  }

  function count(asked: Asked, keys: ReturnType<typeof keysOf>, change: (count: Count) => void): void {
    for (const { kind, who } of keys) {
      const found = counts.get(who) ?? { asked, kind, refusals: 0, decoys: [] };
      change(found);
      counts.set(who, found);
    }
    timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const batch = [...counts];
    counts.clear();
    for (const [who, found] of batch) {
      try {
        const { until, isAlarm } = await writeCount(parts, limits, who, found);
        if (until !== null) slowDown(who, until);
        if (isAlarm) counted.alarms++;
      } catch (error) {
        // If the database is down, a few counts are lost, but requests are still answered.
        log.warn({ err: error }, 'refusals were not counted');
      }
    }
  }

  /**
   * Delays the response to a suspicious caller. If too many responses are already delayed, the response is sent at
   * once.
   */
  async function slow(asked: Asked): Promise<void> {
    const now = clock.now().getTime();
    const isSlowed = keysOf(asked).some(({ who }) => (slowed.get(who) ?? 0) > now);
    if (!isSlowed || limits.delay_ms === 0 || waiting >= WAITING_MAX) return;
    waiting++;
    await sleep(limits.delay_ms, undefined, { ref: false }).finally(() => waiting--);
  }

  return {
    counted,
    flush,
    async refused(asked, code) {
      counted.refusals++;
      log.info({ actor: actorOf(asked), procedure: asked.name, code }, 'refused');
      count(asked, keysOf(asked), (found) => found.refusals++);
      await slow(asked);
    },
    async saw(asked, input) {
      const ids = idsIn(input);
      if (ids.length === 0) return;
      decoys ??= listDecoys(parts.system);
      const known = await decoys.catch(() => {
        decoys = undefined;
        return new Map<string, string>();
      });
      const tables = ids.flatMap((id) => known.get(id) ?? []);
      if (tables.length === 0) return;
      // A request for a decoy id counts only for the account if there is one, because other people of a clinic may
      // share the address.
      count(asked, keysOf(asked).slice(0, 1), (found) => found.decoys.push(...tables));
      await flush();
    },
  };
}

const actorOf = ({ caller }: Asked): string => (caller.kind === 'user' ? caller.userId : 'visitor');

/**
 * The state of an account or address after a count. `until` is the end of the suspicion in milliseconds since 1970, or
 * null if there is no suspicion. `isAlarm` is true if the suspicion began with this count.
 */
interface Standing {
  readonly until: number | null;
  readonly isAlarm: boolean;
}

async function writeCount(parts: RefusalWatchParts, limits: WatchLimits, who: string, found: Count): Promise<Standing> {
  const now = parts.clock.now();
  const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
  return parts.system.transaction().execute(async (tx) => {
    const { rows } = await sql<Written>`
      insert into refusal_counts as r (hour, who, refusals, decoys) values (${hour}, ${who}, ${found.refusals}, ${found.decoys.length})
      on conflict (hour, who) do update set refusals = r.refusals + excluded.refusals, decoys = r.decoys + excluded.decoys
      returning r.refusals, r.alarmed_at is not null as is_alarmed`.execute(tx);
    const row = rows[0];
    if (!row) return { until: null, isAlarm: false };
    const isOut = row.refusals > limits[found.kind] || found.decoys.length > 0;
    const isAlarm = isOut && !row.is_alarmed;
    if (isAlarm) {
      await sql`update refusal_counts set alarmed_at = ${now} where hour = ${hour} and who = ${who}`.execute(tx);
      await alarm(parts, tx, found, row.refusals);
    }
    return { until: isOut || row.is_alarmed ? hour.getTime() + HOUR_MS : null, isAlarm };
  });
}

type RecordIn = Parameters<Audit['record']>[0];

async function alarm({ log, audit }: RefusalWatchParts, tx: RecordIn, found: Count, refusals: number): Promise<void> {
  const { asked, kind, decoys } = found;
  const [table] = decoys;
  // Many people may share an address, so the entry for an address names no account.
  const actor = kind === 'account' ? actorOf(asked) : 'visitor';
  log.warn({ actor, procedure: asked.name, refusals, decoy: table }, 'somebody looks for what is not theirs');
  await audit.record(tx, {
    actor,
    ...(kind === 'account' && asked.caller.kind === 'user' && { actor_role: asked.caller.role }),
    action: table ? 'access.decoy' : 'access.probing',
    subject: table ? `table:${table}` : `${kind}:${kind === 'account' ? actor : 'hidden'}`,
    patient_id: null,
    reason: table ? 'an id that nobody was shown' : 'many refusals within an hour',
    details: { refusals, procedure: asked.name },
  });
}

async function listDecoys(system: SystemDb): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; table_name: string }>`select id, table_name from decoys()`.execute(system);
  return new Map(rows.map(({ id, table_name }) => [id, table_name]));
}

const ID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const IDS_MAX = 200;

/** Returns the first 200 ids in the input of a call, down to six levels of nesting. */
function idsIn(input: unknown, depth = 0, found: string[] = []): string[] {
  if (typeof input === 'string' && ID.test(input)) found.push(input.toLowerCase());
  else if (typeof input === 'object' && input !== null && depth < 6)
    for (const value of Object.values(input)) {
      if (found.length >= IDS_MAX) break;
      idsIn(value, depth + 1, found);
    }
  return found;
}
