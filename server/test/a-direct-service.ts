import { randomUUID } from 'node:crypto';
import { withSystem } from '#server/platform/db/db.ts';
import { type BookableOptions, type BookableTime, someBookableTime } from './bookable-time.ts';
import type { Browser } from './browser.ts';
import type { World } from './world.ts';

/** The entry for the clinic's site in the list of providers. */
const entry = {
  name: 'Lilas Paris',
  address: '3 rue des Lilas, 75019 Paris',
  phone: '+33 1 84 80 40 50',
  registration: 'RPPS 10000000029',
  insurance: 'MACSF, policy 8802',
  seller: 'Lilas SELARL',
};

export interface DirectOptions extends BookableOptions {
  /**
   * Fields that replace those of `entry`. If a field is empty, the quote is incomplete. If `provider` is null, the site
   * has no entry.
   */
  readonly provider?: Partial<typeof entry> | null;
}

/**
 * Makes a clinic with a service that patients can book themselves. It is a laser session of half an hour for 420 €. The
 * quote of a laser session is complete without products.
 */
export async function aDirectService(
  world: World,
  { provider, service, ...options }: DirectOptions = {},
): Promise<BookableTime> {
  const time = await someBookableTime(world, { ...options, service: { treatment: 'Laser', ...service } });
  if (provider === null) return time;
  const { name, address, phone, ...rest } = { ...entry, ...provider };
  await withSystem(world.system, async (tx) => {
    await tx.updateTable('clinic_sites').set({ name, address, phone }).where('id', '=', time.site_id).execute();
    // A new entry of the provider list is linked to the site with the same name and address.
    await tx
      .insertInto('providers')
      .values({ id: randomUUID(), name, address, phone, ...rest })
      .execute();
  });
  return time;
}

/** Ten o'clock in Paris, 13 days after the time at which the clock of a test fixture starts by default. */
export const TEN_IN_PARIS = '2026-12-03T09:00:00.000Z';

/** Books the time at ten o'clock as a patient and accepts the quote. Returns the id of the appointment. */
export async function aTakenTime(browser: Browser, time: BookableTime): Promise<string> {
  const { json } = await browser.post('/rpc/take_appointment', {
    service_id: time.service_id,
    site_id: time.site_id,
    practitioner_id: time.practitioners[0],
    starts_at: TEN_IN_PARIS,
    idempotency_key: randomUUID(),
  });
  const appointment_id = json.id as string;
  await browser.post('/rpc/accept_appointment_quote', { appointment_id, quote_sha256: json.offer.quote_sha256 });
  return appointment_id;
}

/** Books the time at ten o'clock, accepts the quote and pays. Returns the id of the appointment. */
export async function aPaidTime(world: World, browser: Browser, time: BookableTime): Promise<string> {
  const appointment_id = await aTakenTime(browser, time);
  const { url } = (await browser.post('/functions/create_checkout_session', { appointment_id })).json;
  if (!(await world.pay(url))) throw new Error('the card was refused');
  return appointment_id;
}
