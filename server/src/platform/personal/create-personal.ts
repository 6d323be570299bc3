import type { Context } from '../context.ts';
import type { Tx } from '../db/db.ts';
import { erasePerson, findKept } from './erase-person.ts';
import type { ExportFile, Keep, Leaver, PersonalData } from './personal-data.ts';
import { platformData } from './platform-tables.ts';
import { hasRowsBut, joinMentions, joinTables, type PersonalTables } from './rows-of.ts';

/**
 * The list of all tables with personal data, as the domains declare them. Exports and erasures use this list, so that
 * they miss no table.
 */
export interface Personal {
  /** Adds the tables of a domain. Call it once per domain, before the service starts. */
  add(data: PersonalData): void;
  readonly tables: PersonalTables;
  /** For each table, the columns in which a row can name a person other than its owner. */
  readonly mentions: ReadonlyMap<string, readonly string[]>;
  /** Returns the files of a person's export that do not come from a single table. */
  filesOf(ctx: Context, tx: Tx, userId: string, pictures: ReadonlySet<string>): Promise<ExportFile[]>;
  /**
   * Returns the reasons why some data of this person would stay after an erasure. The audit log and the markers of
   * destroyed keys always stay, so their reasons are not included.
   */
  findKept(ctx: Context, tx: Tx, userId: string): Promise<ReadonlySet<Keep>>;
  /** Returns whether any table except the given ones has a row of this person. */
  hasRowsBut(tx: Tx, userId: string, tables: ReadonlySet<string>): Promise<boolean>;
  /**
   * Erases a person in the caller's transaction, which must have the rights of the service itself (`withSystem`).
   * Erases the person's rows in every domain, the images and the keys, except those that must be kept. Sets to null the
   * columns in which other rows name the person. Returns the medical record that the law requires us to keep, or null
   * if there is none.
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
