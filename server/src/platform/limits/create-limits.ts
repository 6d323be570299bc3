import type { Db } from '../db/db.ts';
import { Refusal } from '../refusal.ts';
import type { AskForProof } from './ask-for-proof.ts';
import { countUses, type Use } from './count-uses.ts';
import { networkOf } from './network-of.ts';
import { bodies, type Limit, policy, streams } from './policy.ts';

/** The data about a request that the limits need. */
export interface LimitedCall {
  readonly path: string;
  /** Address of the client. */
  readonly ip: string;
  /** Id of the signed-in caller, or null. */
  readonly account: string | null;
  /**
   * Declared length of the body in kB. If the body has no declared length, this is the length of the longest allowed
   * body.
   */
  readonly body_kB: number;
  /** The proof of work that the browser sent, or null. */
  readonly proof: string | null;
}

export interface Limits {
  /**
   * Runs the work of a request. Refuses it if the address or the account is over its limit or has too many calls in
   * progress. Also refuses it if all bodies in memory together are too large. Once a caller has exceeded a limit,
   * further calls are refused without a database query until the limit allows a call again.
   *
   * @throws Refusal RATE_LIMITED, BUSY, PROOF_NEEDED
   */
  run<T>(call: LimitedCall, work: () => Promise<T>): Promise<T>;
  /**
   * Counts a live stream as open. The caller calls the returned function when the stream closes.
   *
   * @throws Refusal RATE_LIMITED, BUSY
   */
  openStream(ip: string, account: string): () => void;
}

/** Seconds after which a refused caller may try again. Some work in progress may have ended by then. */
const SOON_S = 2;
/**
 * The largest number of refused addresses and accounts that a process remembers. The process drops the oldest first.
 */
const MOST_REFUSED = 10_000;

const limitOf = new Map<string, [name: string, limit: Limit]>(
  Object.entries(policy).flatMap(([name, limit]) => limit.paths.map((path) => [path, [name, limit]] as const)),
);

/** Returns the limit of a path, or of the nearest folder above it that has a limit. */
function limitAt(path: string): [name: string, limit: Limit] | undefined {
  for (let at = path; at.length > 1; at = at.slice(0, at.lastIndexOf('/', at.length - 2) + 1)) {
    const found = limitOf.get(at);
    if (found) return found;
  }
  return undefined;
}

export function createLimits(db: Db, askForProof: AskForProof = async () => {}): Limits {
  const underWay = createCounts();
  const open = createCounts();
  const refusedUntil = new Map<string, number>();

  async function count(uses: readonly Use[]): Promise<void> {
    const now = Date.now();
    const known = Math.max(0, ...uses.map((use) => (refusedUntil.get(nameOf(use)) ?? 0) - now));
    if (known > 0) throw tooMany(Math.ceil(known / 1000));
    const waits = uses.length > 0 ? await countUses(db, uses, now) : [];
    for (const [at, wait_s] of waits.entries()) {
      const use = uses[at];
      if (use && wait_s > 0) remember(nameOf(use), now + wait_s * 1000);
    }
    const longest_s = Math.max(0, ...waits);
    if (longest_s > 0) throw tooMany(longest_s);
  }

  function remember(name: string, until: number): void {
    const [oldest] = refusedUntil.keys();
    if (refusedUntil.size >= MOST_REFUSED && oldest) refusedUntil.delete(oldest);
    refusedUntil.set(name, until);
  }

  return {
    async run(call, work) {
      const [name, limit] = limitAt(call.path) ?? [];
      const isLong = call.body_kB >= bodies.counted_from_kB;
      if (!limit && !isLong) {
        await askForProof(call);
        return work();
      }
      const left: (() => void)[] = [];
      const leave = (): void => left.splice(0).forEach((end) => end());
      try {
        left.push(underWay.enter('bodies', bodies.under_way_kB, busy, call.body_kB));
        left.push(underWay.enter(`bodies|${ownerOf(call)}`, bodies.of_one_kB, undefined, call.body_kB));
        if (limit) left.push(underWay.enter(`${name}|${ownerOf(call)}`, limit.atOnce));
        await count([
          ...(limit && name ? usesOf(call, name, 1, limit) : []),
          ...(isLong ? usesOf(call, 'bodies', call.body_kB, bodies) : []),
        ]);
        await askForProof(call);
        return await work();
      } finally {
        leave();
      }
    },
    openStream(ip, account) {
      const closers: (() => void)[] = [];
      const close = (): void => closers.splice(0).forEach((end) => end());
      try {
        closers.push(open.enter('all', streams.all, busy));
        closers.push(open.enter(`address|${networkOf(ip)}`, streams.ofAddress));
        closers.push(open.enter(`account|${account}`, streams.ofAccount));
      } catch (error) {
        close();
        throw error;
      }
      return close;
    },
  };
}

const usesOf = (
  { ip, account }: LimitedCall,
  what: string,
  amount: number,
  { address, account: ofAccount }: Pick<Limit, 'address' | 'account'>,
): Use[] => [
  { what: `${what}|address`, whose: networkOf(ip), amount, ...address },
  ...(account && ofAccount ? [{ what: `${what}|account`, whose: account, amount, ...ofAccount }] : []),
];

const nameOf = ({ what, whose }: Use): string => `${what}|${whose}`;
const ownerOf = ({ account, ip }: LimitedCall): string => account ?? networkOf(ip);

const tooMany = (retry_after_s: number): Refusal => new Refusal('RATE_LIMITED', { retry_after_s });
const busy = (): Refusal => new Refusal('BUSY', { retry_after_s: SOON_S });

/** Counts work in progress by key, and refuses work that would exceed a maximum. */
function createCounts() {
  const counts = new Map<string, number>();
  return {
    enter(key: string, most: number, refusal = () => tooMany(SOON_S), amount = 1): () => void {
      const count = counts.get(key) ?? 0;
      if (count + amount > most) throw refusal();
      counts.set(key, count + amount);
      return () => {
        const left = (counts.get(key) ?? amount) - amount;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      };
    },
  };
}
