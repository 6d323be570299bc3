import type { Updateable } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { AppointmentsTable } from './appointments.table.ts';
import { findForUpdate, findPrivate, update } from './appointments.queries.ts';
import { note, tellChange, theTeam } from './history.ts';

export interface PrivateInfo {
  readonly admin_private_note?: string | null | undefined;
  readonly provider_phone?: string | null | undefined;
  readonly provider_initial_price_cents?: number | null | undefined;
  readonly negotiated_price_cents?: number | null | undefined;
}

/**
 * Stores notes that only the team sees. An absent field does not change, and null deletes its value. The timeline names
 * the changed fields, not their contents.
 *
 * @param note_was the note that the caller saw. The call must not overwrite a note that a colleague has changed since.
 * @throws Refusal CHANGED_SINCE
 */
export const addPrivateInfo = (
  ctx: Context,
  { userId }: SignedIn,
  id: string,
  { note_was, ...info }: PrivateInfo & { readonly note_was?: string | undefined },
): Promise<void> =>
  withStaff(ctx.db, userId, async (tx) => {
    const { row } = (await findForUpdate(tx, id)) ?? {};
    const before = await findPrivate(tx, id);
    if (!row || !before) throw new Refusal('NOT_FOUND');
    if (info.admin_private_note !== undefined)
      refuseOther(before.admin_private_note, note_was, info.admin_private_note ?? '');
    const given = Object.entries(info).filter(([, value]) => value !== undefined);
    const changes = Object.fromEntries(
      given
        .map(([field, value]) => [field, field === 'admin_private_note' ? (value ?? '') : value] as const)
        .filter(([field, value]) => before[field as keyof PrivateInfo] !== value),
    );
    const fields = Object.keys(changes).sort();
    if (fields.length === 0) return;
    await update(tx, id, { ...changes, updated_at: ctx.clock.now() });
    await note(ctx, tx, id, theTeam(userId), { kind: 'private_info_changed', details: { fields: fields.join(', ') } });
    // Only administrators get this event, because the patient cannot see the notes.
    await ctx.realtime.publish(tx, { role: 'admin' }, { kind: 'appointment.changed', id });
  });

/**
 * Refuses to change a note that a colleague has changed since the caller saw it. If the stored note is already the
 * wanted one, the call is a repetition and is accepted.
 */
function refuseOther(stored: string, seen: string | undefined, wanted: string): void {
  if (seen !== undefined && stored !== seen && stored !== wanted) throw new Refusal('CHANGED_SINCE');
}

interface SharedNote {
  readonly details: string;
  /** The note that the caller saw. */
  readonly details_were?: string | undefined;
}

/** Sets the note that is shown to the patient. @throws Refusal CHANGED_SINCE if a colleague has changed it since */
export const setSharedDetails = (
  ctx: Context,
  { userId }: SignedIn,
  id: string,
  { details, details_were }: SharedNote,
): Promise<void> =>
  withStaff(ctx.db, userId, async (tx) => {
    const found = await findForUpdate(tx, id);
    if (!found) throw new Refusal('NOT_FOUND');
    refuseOther(found.row.shared_details, details_were, details);
    await change(ctx, tx, id, userId, { shared_details: details }, 'shared_details_changed', {});
  });

/**
 * Assigns appointments to a coordinator, or removes their coordinator. @returns the ids of the appointments that
 * changed
 */
export const assign = (ctx: Context, { userId }: SignedIn, ids: readonly string[], coordinatorId: string | null) =>
  withStaff(ctx.db, userId, (tx) => assignAll(ctx, tx, userId, ids, coordinatorId));

export async function assignAll(
  ctx: Context,
  tx: Tx,
  adminId: string,
  ids: readonly string[],
  coordinatorId: string | null,
): Promise<string[]> {
  const coordinator = coordinatorId === null ? null : await findCoordinator(tx, coordinatorId);
  const assigned: string[] = [];
  for (const id of [...new Set(ids)].sort()) {
    const found = await findPrivate(tx, id);
    if (!found || found.coordinator_id === coordinatorId) continue;
    await change(ctx, tx, id, adminId, { coordinator_id: coordinatorId }, 'assigned', {
      to: coordinator?.name ?? null,
    });
    assigned.push(id);
  }
  return assigned;
}

async function findCoordinator(tx: Tx, id: string): Promise<{ name: string }> {
  const person = await coordinators(tx).where('id', '=', id).executeTakeFirst();
  if (!person) throw new Refusal('NOT_FOUND');
  return person;
}

/** Selects the administrators. */
export const administrators = (tx: Tx) => tx.selectFrom('users').select(['id', 'name']).where('role', '=', 'admin');

/** Selects the people who can become the coordinator of an appointment. A suspended person would never see the work. */
const coordinators = (tx: Tx) => administrators(tx).where('suspended_at', 'is', null);

/** Lists the administrators. The suspended ones are included, because the team filters the list by their work. */
export const listCoordinators = (ctx: Context, { userId }: SignedIn) =>
  withStaff(ctx.db, userId, (tx) =>
    administrators(tx)
      .select((eb) => eb('suspended_at', 'is not', null).$castTo<boolean>().as('is_suspended'))
      .orderBy('name')
      .execute(),
  );

async function change(
  ctx: Context,
  tx: Tx,
  id: string,
  adminId: string,
  changes: Updateable<AppointmentsTable>,
  kind: 'shared_details_changed' | 'assigned',
  details: Record<string, string | null>,
): Promise<void> {
  const found = await findForUpdate(tx, id);
  if (!found) throw new Refusal('NOT_FOUND');
  await update(tx, id, { ...changes, updated_at: ctx.clock.now() });
  await note(ctx, tx, id, theTeam(adminId), { kind, details });
  await tellChange(ctx, tx, found.row);
}
