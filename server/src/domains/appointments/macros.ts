import { randomUUIDv7 } from 'node:crypto';
import type { Selectable } from 'kysely';
import { type Macro, MacroLimits } from '#contract/appointments-admin.ts';
import type { AuditKind } from '#contract/audit.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { invalidInput, Refusal } from '#server/platform/refusal.ts';
import type { AppointmentMacrosTable } from './appointments.table.ts';

export type MacroRow = Selectable<AppointmentMacrosTable>;

/** Lists macros by name. */
export const listMacros = (ctx: Context, { userId }: SignedIn, isArchived: boolean): Promise<Macro[]> =>
  withStaff(ctx.db, userId, async (tx) => {
    const rows = await tx
      .selectFrom('appointment_macros')
      .selectAll()
      .where('archived_at', isArchived ? 'is not' : 'is', null)
      .orderBy((eb) => eb.fn('lower', ['name']))
      .orderBy('id')
      .limit(MacroLimits.listed)
      .execute();
    return rows.map(show);
  });

export interface MacroInput {
  readonly macro_id?: string | null | undefined;
  readonly version?: number | null | undefined;
  readonly name: string;
  readonly text_en: string;
  readonly text_fr: string;
}

type Texts = Pick<MacroRow, 'name' | 'text_en' | 'text_fr'>;

/**
 * Saves a macro. If the answer to a save was lost, the caller may repeat the save, which then changes nothing.
 * @throws Refusal CHANGED_SINCE if a colleague changed it in the meantime, NOT_FOUND, TOO_MANY_MACROS, INVALID_INPUT if
 * another macro has the name
 */
export const saveMacro = (ctx: Context, admin: SignedIn, { macro_id, version, ...texts }: MacroInput): Promise<Macro> =>
  withStaff(ctx.db, admin.userId, async (tx) => {
    const found = macro_id ? await lockMacro(tx, macro_id) : await findSame(tx, texts);
    // A macro without an id is new, so its version says nothing about a macro that has the same texts.
    if (found && (!macro_id || found.version !== version)) {
      if (!isSame(found, texts)) throw new Refusal('CHANGED_SINCE');
      return show(found);
    }
    const row = await namedOnce(() => (found ? change(ctx, tx, found, texts) : add(ctx, tx, texts)));
    await record(ctx, tx, admin, 'macro.saved', row.id, `${row.name} v${row.version}`);
    return show(row);
  });

/** Returns the macro in use that has these texts. */
const findSame = (tx: Tx, { name, text_en, text_fr }: Texts): Promise<MacroRow | undefined> =>
  tx
    .selectFrom('appointment_macros')
    .selectAll()
    .where('name', '=', name)
    .where('text_en', '=', text_en)
    .where('text_fr', '=', text_fr)
    .where('archived_at', 'is', null)
    .executeTakeFirst();

const isSame = (row: MacroRow, texts: Texts): boolean =>
  row.archived_at === null && row.name === texts.name && row.text_en === texts.text_en && row.text_fr === texts.text_fr;

async function add(ctx: Context, tx: Tx, texts: Texts): Promise<MacroRow> {
  await refuseTooMany(tx);
  const now = ctx.clock.now();
  return tx
    .insertInto('appointment_macros')
    .values({ id: randomUUIDv7(), ...texts, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

const change = (ctx: Context, tx: Tx, { id, version }: MacroRow, texts: Texts): Promise<MacroRow> =>
  update(tx, id, { ...texts, version: version + 1, updated_at: ctx.clock.now() });

/** Archives a macro, or restores it. A second call changes nothing. */
export const archiveMacro = (ctx: Context, admin: SignedIn, id: string, isArchived: boolean): Promise<Macro> =>
  withStaff(ctx.db, admin.userId, async (tx) => {
    const found = await lockMacro(tx, id);
    if ((found.archived_at !== null) === isArchived) return show(found);
    if (!isArchived) await refuseTooMany(tx);
    const now = ctx.clock.now();
    // Archiving and restoring also change the version. A text that was previewed before the macro was archived
    // therefore cannot be sent after the macro is restored.
    const changes = { archived_at: isArchived ? now : null, version: found.version + 1, updated_at: now };
    const row = await namedOnce(() => update(tx, id, changes));
    await record(ctx, tx, admin, isArchived ? 'macro.archived' : 'macro.restored', id, row.name);
    return show(row);
  });

/** Returns a macro that is in use. @throws Refusal NOT_FOUND if it is unknown or archived */
export async function findMacroInUse(tx: Tx, id: string): Promise<MacroRow> {
  const row = await tx
    .selectFrom('appointment_macros')
    .selectAll()
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

async function lockMacro(tx: Tx, id: string): Promise<MacroRow> {
  const row = await tx.selectFrom('appointment_macros').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

const update = (tx: Tx, id: string, changes: Partial<Omit<MacroRow, 'id' | 'created_at'>>): Promise<MacroRow> =>
  tx.updateTable('appointment_macros').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

async function refuseTooMany(tx: Tx): Promise<void> {
  const { count } = await tx
    .selectFrom('appointment_macros')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MacroLimits.in_use) throw new Refusal('TOO_MANY_MACROS');
}

/**
 * Runs a statement that saves a macro. Refuses a name that another macro in use has, because people choose macros by
 * name.
 */
async function namedOnce(run: () => Promise<MacroRow>): Promise<MacroRow> {
  try {
    return await run();
  } catch (error) {
    if ((error as { code?: string }).code === '23505') throw invalidInput({ name: ['taken'] });
    throw error;
  }
}

const record = (ctx: Context, tx: Tx, admin: SignedIn, action: AuditKind, id: string, reason: string) =>
  ctx.audit.record(tx, {
    actor: admin.userId,
    actor_role: admin.role,
    action,
    subject: `macro:${id}`,
    patient_id: null,
    reason,
  });

const show = ({ created_at: _c, updated_at, archived_at, ...row }: MacroRow): Macro => ({
  ...row,
  updated_at: updated_at.toISOString(),
  archived_at: archived_at?.toISOString() ?? null,
});
