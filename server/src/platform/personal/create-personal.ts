import type { Context } from '../context.ts';
import type { Tx } from '../db/db.ts';
import { erasePerson, findKept } from './erase-person.ts';
import type { ExportFile, Keep, Leaver, PersonalData } from './personal-data.ts';
import { platformData } from './platform-tables.ts';
import { hasRowsBut, joinMentions, joinTables, type PersonalTables } from './rows-of.ts';

/**
 * Domains declare here which of their tables are about persons, so that an export contains and an erasure covers all of
 * them.
 */
export interface Personal {
  /** Call it once per domain, before the service starts. */
  add(data: PersonalData): void;
  readonly tables: PersonalTables;
  /** Columns by which rows of other people mention a person, by table. */
  readonly mentions: ReadonlyMap<string, readonly string[]>;
  /** Parts of a person's export that the domains add to their tables. */
  filesOf(ctx: Context, tx: Tx, userId: string, pictures: ReadonlySet<string>): Promise<ExportFile[]>;
  /** The reasons why data of this person would outlive an erasure. Empty if only the log and the marker would stay. */
  findKept(ctx: Context, tx: Tx, userId: string): Promise<ReadonlySet<Keep>>;
  /** Whether any other table than these has a row of this person. */
  hasRowsBut(tx: Tx, userId: string, tables: ReadonlySet<string>): Promise<boolean>;
  /**
   * Erases a person in the caller's transaction (of the service itself): rows of every domain, pictures, keys and
   * mentions elsewhere. Returns the data that the law keeps. Null: nothing of the account is left.
   */
  erase(ctx: Context, tx: Tx, person: { readonly userId: string; readonly email: string }): Promise<Leaver['record']>;
}

export function createPersonal(): Personal {
  const all: PersonalData[] = [platformData];
  return {
    add: (data) => void all.push(data),
    get tables() {
      return joinTables(all);
    },
    get mentions() {
      return joinMentions(all);
    },
    hasRowsBut: (tx, userId, but) => hasRowsBut(tx, joinTables(all), userId, but),
    filesOf: async (ctx, tx, userId, pictures) =>
      (await Promise.all(all.map(({ files }) => files?.(ctx, tx, userId, pictures) ?? []))).flat(),
    findKept: (ctx, tx, userId) => findKept(ctx, tx, all, userId),
    erase: (ctx, tx, person) => erasePerson(ctx, tx, all, person),
  };
}
