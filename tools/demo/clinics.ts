import { saveProvider } from '#server/domains/appointments/providers.ts';
import { listTimesIn } from '#server/domains/bookings/index.ts';
import { getHours, saveHours } from '#server/domains/clinics/hours.ts';
import { inviteDesk } from '#server/domains/clinics/invite-desk.ts';
import { saveMember } from '#server/domains/clinics/members.ts';
import { saveClinic, saveRoom, saveSite } from '#server/domains/clinics/save-clinic.ts';
import { saveService } from '#server/domains/clinics/save-service.ts';
import { listClinics } from '#server/domains/clinics/show-clinics.ts';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { staff } from './people.ts';
import { signedIn } from './receive-patient.ts';

const NAME = 'Clinique Lumière';
const paris = { name: 'Lumière Paris', address: '8 rue de Lille, 75007 Paris', phone: '+33 1 84 80 30 10' };
const lyon = { name: 'Lumière Lyon', address: '21 rue de la République, 69002 Lyon', phone: '+33 4 84 80 30 20' };

/** The site's details that appear on its quotes. */
const entry = {
  registration: 'RPPS 10000000045',
  insurance: 'MACSF, policy 7716, France',
  seller: 'Clinique Lumière SELARL',
  is_active: true,
};

const service = {
  buffer_before: 0,
  buffer_after: 10,
  lead_hours: 24,
  days_ahead: 90,
  deposit_cents: null,
  currency: 'EUR',
  is_direct: true,
  is_video: false,
  is_review: false,
  free_until_hours: 48,
  is_active: true,
} as const;

/** Adds a clinic with two sites. Its practitioners have hours and services, so that people can choose times there. */
export async function bringClinic(ctx: Context, adminId: string): Promise<void> {
  const admin = signedIn(adminId, 'admin');
  if ((await listClinics(ctx, admin)).some(({ name }) => name === NAME)) return;
  const { id: clinic_id } = await saveClinic(ctx, admin, { name: NAME, is_active: true });
  const open = { clinic_id, country: 'FR', timezone: 'Europe/Paris', is_active: true };
  const { id: inParis } = await saveSite(ctx, admin, { ...open, ...paris });
  const { id: inLyon } = await saveSite(ctx, admin, { ...open, ...lyon });
  for (const place of [paris, lyon]) await saveProvider(ctx, admin, { ...place, ...entry });
  const rooms: string[] = [];
  for (const [site_id, name] of [
    [inParis, 'Salle 1'],
    [inParis, 'Salle 2'],
    [inLyon, 'Salle 1'],
  ] as const)
    rooms.push((await saveRoom(ctx, admin, { site_id, name, kind: 'room', is_active: true })).id);
  const join = async (email: string, role: 'owner' | 'practitioner') =>
    (await saveMember(ctx, admin, { clinic_id, email, role })).user_id;
  const doctor = await join(staff.doctor.email, 'owner');
  const colleague = await join(staff.colleague.email, 'practitioner');
  const { email, first_name, last_name } = staff.desk;
  await inviteDesk(ctx, admin, { clinic_id, email, first_name, last_name, language: 'fr' });
  await offer(ctx, admin, { clinic_id, practitioner_ids: [doctor, colleague], rooms });
  const days = (site_id: string, weekdays: readonly number[], hours: readonly (readonly [string, string])[]) =>
    weekdays.flatMap((weekday) => hours.map(([starts, ends]) => ({ site_id, weekday, starts, ends })));
  await setHours(ctx, admin, { clinic_id, user_id: doctor }, [
    ...days(
      inParis,
      [1, 2, 4],
      [
        ['09:00', '12:30'],
        ['14:00', '18:00'],
      ],
    ),
    ...days(inLyon, [3], [['10:00', '17:00']]),
  ]);
  await setHours(ctx, admin, { clinic_id, user_id: colleague }, days(inParis, [1, 3, 5], [['10:00', '19:00']]));
}

async function offer(
  ctx: Context,
  admin: SignedIn,
  { clinic_id, practitioner_ids, rooms }: { clinic_id: string; practitioner_ids: string[]; rooms: string[] },
): Promise<void> {
  const save = (fields: Omit<Parameters<typeof saveService>[2], 'clinic_id' | 'practitioner_ids'>) =>
    saveService(ctx, admin, { ...fields, clinic_id, practitioner_ids });
  const names = { name_en: 'First consultation', name_fr: 'Première consultation' };
  await save({ ...service, ...names, treatment: 'Consultation', minutes: 30, price_cents: 6_000, room_ids: rooms });
  const toxin = { name_en: 'Botulinum toxin', name_fr: 'Toxine botulique' };
  await save({
    ...service,
    ...toxin,
    treatment: 'Botox',
    minutes: 45,
    price_cents: 35_000,
    deposit_cents: 5_000,
    room_ids: rooms,
  });
  const review = { name_en: 'Review after two weeks', name_fr: 'Contrôle à deux semaines' };
  await save({
    ...service,
    ...review,
    treatment: 'Other',
    minutes: 15,
    price_cents: null,
    is_direct: false,
    is_review: true,
    room_ids: rooms,
  });
  const video = { name_en: 'Video consultation', name_fr: 'Consultation vidéo' };
  await save({
    ...service,
    ...video,
    treatment: 'Other',
    minutes: 20,
    price_cents: 4_000,
    is_video: true,
    lead_hours: 4,
    room_ids: [],
  });
}

async function setHours(
  ctx: Context,
  admin: SignedIn,
  member: { clinic_id: string; user_id: string },
  week: readonly { site_id: string; weekday: number; starts: string; ends: string }[],
): Promise<void> {
  const { version } = await getHours(ctx, admin, member);
  const valid_from = ctx.clock.now().toISOString().slice(0, 10);
  const rules = week.map((hours) => ({ ...hours, valid_from, valid_to: null }));
  await saveHours(ctx, admin, { ...member, rules, exceptions: [], version }, listTimesIn);
}
