import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db, Tx } from '#server/platform/db/db.ts';

type Work = (tx: Tx) => Promise<void>;
const calls = new AsyncLocalStorage<{ first?: Work | undefined }>();

/**
 * Runs a function that calls Better Auth once. Inside it, `beginWith` can register work for the transaction of that
 * call.
 */
export const inCall = <T>(call: () => Promise<T>): Promise<T> => calls.run({}, call);

/** Registers `work`, which runs at the start of the next transaction of this call. */
export function beginWith(work: Work): void {
  const call = calls.getStore();
  if (!call) throw new Error('no call of Better Auth is under way');
  call.first = work;
}

/**
 * Gives access to the open transaction of the current call of Better Auth. Better Auth opens its own transactions and
 * does not expose them. With this class, an email or an event is stored in the same transaction as the rows that it is
 * about. Either all of them are stored or none.
 */
export class AuthTransaction {
  readonly #open = new AsyncLocalStorage<Tx>();
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** The database object that Better Auth uses. It makes the transactions of Better Auth available as `current`. */
  get observed(): Db {
    return new Proxy(this.#db, {
      get: (db, property) => {
        if (property === 'transaction') return () => this.#observedTransaction();
        const value: unknown = Reflect.get(db, property, db);
        return typeof value === 'function' ? value.bind(db) : value;
      },
    });
  }

  /** The open transaction of this call, or the database if no transaction is open. */
  get current(): Db | Tx {
    return this.#open.getStore() ?? this.#db;
  }

  #observedTransaction() {
    const transaction = this.#db.transaction();
    const call = calls.getStore();
    const first = call?.first;
    if (call) call.first = undefined;
    return {
      execute: <T>(work: (tx: Tx) => Promise<T>) =>
        transaction.execute(async (tx) => {
          await first?.(tx);
          return this.#open.run(tx, () => work(tx));
        }),
    };
  }
}
