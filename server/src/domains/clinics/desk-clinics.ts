import { sql } from 'kysely';
import type { DeskClinic } from '#contract/clinics.ts';
import type { Context } from '#server/platform/context.ts';
import { withDesk } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';

/**
 * Lists the clinics at whose desk the caller works, with their active places and the practitioners who have hours
 * there. Row policies of the database hide all other clinics.
 */
export const listDeskClinics = (ctx: Context, { userId }: SignedIn): Promise<DeskClinic[]> =>
  withDesk(ctx.db, userId, async (tx) => {
    const clinics = await tx.selectFrom('clinics').select(['id', 'name']).orderBy('name').orderBy('id').execute();
    const sites = await tx
      .selectFrom('clinic_sites')
      .select(['id', 'clinic_id', 'name', 'timezone'])
      .where('is_active', '=', true)
      .orderBy('name')
      .orderBy('id')
      .execute();
    const { rows: practitioners } = await sql<{ id: string; clinic_id: string; name: string }>`
      select c.id, m.clinic_id, c.name from desk_colleagues() c join clinic_members m on m.user_id = c.id
      where m.role <> 'desk' order by c.name, c.id`.execute(tx);
    const of = <T extends { clinic_id: string }>(rows: readonly T[], id: string) =>
      rows.filter(({ clinic_id }) => clinic_id === id).map(({ clinic_id: _of, ...row }) => row);
    return clinics.map(({ id, name }) => ({ id, name, sites: of(sites, id), practitioners: of(practitioners, id) }));
  });
