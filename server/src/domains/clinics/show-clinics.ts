import { type Selectable, sql } from 'kysely';
import type { Clinic, ClinicMember, ClinicRow, ClinicService, DeskClinic, Room } from '#contract/clinics.ts';
import { ClinicLimits } from '#contract/clinics.ts';
import { listVerifiedPractitioners } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withDesk, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { ClinicServicesTable, ClinicSitesTable, ClinicsTable } from './clinics.table.ts';
import { versionOf } from './shown-days.ts';

export function showSite({ id, provider_id, checked_at, ...site }: Selectable<ClinicSitesTable>) {
  const { name, address, phone, country, timezone, is_active } = site;
  const fields = { name, address, phone, country, timezone, is_active };
  return { id, provider_id, checked_at: checked_at?.toISOString() ?? null, ...fields, version: versionOf(fields) };
}

export function showRoom({ id, name, kind, is_active }: Omit<Room, 'version'>): Room {
  const fields = { name, kind, is_active };
  return { id, ...fields, version: versionOf(fields) };
}

/**
 * Lists the active clinics, then the inactive ones. In both groups, clinics with an unchecked site come first. Each
 * part is sorted by name. An active site is unchecked until an administrator confirms its country and time zone.
 */
export const listClinics = (ctx: Context, { userId }: SignedIn): Promise<ClinicRow[]> =>
  withStaff(ctx.db, userId, async (tx) => {
    const rows = await tx
      .selectFrom('clinics')
      .select(({ selectFrom, fn, exists }) => [
        'id',
        'name',
        'is_active',
        selectFrom('clinic_members')
          .whereRef('clinic_id', '=', 'clinics.id')
          .select(fn.countAll<number>().as('count'))
          .as('members'),
        selectFrom('clinic_services')
          .whereRef('clinic_id', '=', 'clinics.id')
          .where('is_active', '=', true)
          .select(fn.countAll<number>().as('count'))
          .as('services'),
        exists(
          selectFrom('clinic_sites')
            .whereRef('clinic_id', '=', 'clinics.id')
            .where('is_active', '=', true)
            .where('checked_at', 'is', null)
            .select('id'),
        ).as('is_unchecked'),
      ])
      .orderBy('is_active', 'desc')
      .orderBy('is_unchecked', 'desc')
      .orderBy('name')
      .orderBy('id')
      .limit(ClinicLimits.clinics)
      .execute();
    const sites = await tx.selectFrom('clinic_sites').selectAll().orderBy('name').orderBy('id').execute();
    return rows.map(({ is_unchecked: _order, members, services, ...row }) => ({
      ...row,
      members: members ?? 0,
      services: services ?? 0,
      sites: sites.filter(({ clinic_id }) => clinic_id === row.id).map(showSite),
    }));
  });

/**
 * Lists the clinics where the caller works at the desk, with their active sites and their practitioners. Row policies
 * of the database hide all other clinics.
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

export const getClinic = (ctx: Context, { userId }: SignedIn, id: string): Promise<Clinic> =>
  withStaff(ctx.db, userId, async (tx) => {
    const clinic = await tx
      .selectFrom('clinics')
      .select(['id', 'name', 'is_active'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!clinic) throw new Refusal('NOT_FOUND');
    const sites = await tx
      .selectFrom('clinic_sites')
      .selectAll()
      .where('clinic_id', '=', id)
      .orderBy('is_active', 'desc')
      .orderBy('name')
      .orderBy('id')
      .execute();
    const rooms = await tx
      .selectFrom('clinic_rooms as r')
      .innerJoin('clinic_sites as s', 's.id', 'r.site_id')
      .select(['r.id', 'r.site_id', 'r.name', 'r.kind', 'r.is_active'])
      .where('s.clinic_id', '=', id)
      .orderBy('r.is_active', 'desc')
      .orderBy('r.name')
      .orderBy('r.id')
      .execute();
    return {
      ...clinic,
      version: versionOfClinic(clinic),
      sites: sites.map((site) => ({
        ...showSite(site),
        rooms: rooms.filter(({ site_id }) => site_id === site.id).map(showRoom),
      })),
      members: await listMembers(tx, id),
      services: await listServices(tx, id),
    };
  });

export async function listMembers(tx: Tx, clinicId: string): Promise<ClinicMember[]> {
  const verified = new Set((await listVerifiedPractitioners(tx)).map(({ user_id }) => user_id));
  const rows = await tx
    .selectFrom('clinic_members as m')
    .innerJoin('users', 'users.id', 'm.user_id')
    .select(['m.user_id', 'users.name', 'users.email', 'm.role'])
    .where('m.clinic_id', '=', clinicId)
    .orderBy('users.name')
    .orderBy('m.user_id')
    .execute();
  return rows.map((row) => ({ ...row, is_verified: verified.has(row.user_id) }));
}

export const versionOfClinic = ({ name, is_active }: Pick<Selectable<ClinicsTable>, 'name' | 'is_active'>): string =>
  versionOf({ name, is_active });

export async function listServices(tx: Tx, clinicId: string): Promise<ClinicService[]> {
  const rows = await tx
    .selectFrom('clinic_services')
    .selectAll()
    .where('clinic_id', '=', clinicId)
    .orderBy('is_active', 'desc')
    .orderBy('name_en')
    .orderBy('id')
    .execute();
  const practitioners = await tx
    .selectFrom('service_practitioners as p')
    .innerJoin('clinic_services as s', 's.id', 'p.service_id')
    .select(['p.service_id', 'p.user_id'])
    .where('s.clinic_id', '=', clinicId)
    .orderBy('p.user_id')
    .execute();
  const rooms = await tx
    .selectFrom('service_rooms as r')
    .innerJoin('clinic_services as s', 's.id', 'r.service_id')
    .select(['r.service_id', 'r.room_id'])
    .where('s.clinic_id', '=', clinicId)
    .orderBy('r.room_id')
    .execute();
  return rows.map((row) => {
    const service = {
      ...showService(row),
      practitioner_ids: practitioners.filter(({ service_id }) => service_id === row.id).map(({ user_id }) => user_id),
      room_ids: rooms.filter(({ service_id }) => service_id === row.id).map(({ room_id }) => room_id),
    };
    return { ...service, version: versionOfService(service) };
  });
}

export const versionOfService = (service: Omit<ClinicService, 'version'>): string => versionOf(service);

const showService = ({ clinic_id: _of, created_at: _internal, ...row }: Selectable<ClinicServicesTable>) => row;
