import { randomUUID } from 'node:crypto';
import { OfferInput } from '#contract/appointments-admin.ts';
import { acceptQuote } from '#server/domains/appointments/accept-quote.ts';
import { answerPatient, askTeam } from '#server/domains/appointments/exchange-messages.ts';
import { listMacros, saveMacro } from '#server/domains/appointments/macros.ts';
import { makeOffer } from '#server/domains/appointments/make-offer.ts';
import { getMyAppointment, listMyAppointments } from '#server/domains/appointments/my-appointments.ts';
import { openPayment } from '#server/domains/appointments/open-payment.ts';
import { requestAppointment } from '#server/domains/appointments/request-appointment.ts';
import { setStatus } from '#server/domains/appointments/set-status.ts';
import { addPrivateInfo, assign, setSharedDetails } from '#server/domains/appointments/team-notes.ts';
import { findUserByEmail } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { payTestPage } from '#server/platform/payments/test-checkout/pay-page.ts';
import { type DemoAppointment, demoAppointments, providers } from './appointment-stories.ts';
import type { DemoClock } from './clock.ts';
import { signedIn } from './receive-patient.ts';

const DAY_MS = 86_400_000;

/**
 * Adds appointments in every status. The clock is set back for each step, so that some hours pass between the steps.
 * Nothing is added for people who already have appointments.
 */
export async function bringAppointments(ctx: Context, clock: DemoClock, adminId: string): Promise<void> {
  await bringMacros(ctx, adminId);
  const admin = signedIn(adminId, 'admin');
  const seen = new Set<string>();
  for (const story of demoAppointments) {
    const person = await findUserByEmail(ctx.db, story.email);
    if (!person) throw new Error(`the demo member ${story.email} is missing`);
    const patient = signedIn(person.id, 'patient');
    const isKnown =
      !seen.has(person.id) && (await listMyAppointments(ctx, patient, { limit: 1, offset: 0 })).length > 0;
    if (!isKnown) await tell(ctx, clock, { patient, admin }, story);
    if (!isKnown) seen.add(person.id);
  }
}

interface People {
  readonly patient: SignedIn;
  readonly admin: SignedIn;
}

async function tell(ctx: Context, clock: DemoClock, people: People, story: DemoAppointment): Promise<void> {
  clock.stand(story.hoursAgo);
  const { appointment_id: id } = await requestAppointment(ctx, people.patient, {
    ...story.request,
    idempotency_key: randomUUID(),
  });
  await ctx.outbox.drain();
  clock.stand(story.hoursAgo * 0.6);
  await work(ctx, people, id, story);
  await ctx.outbox.drain();
  if (story.offer) await offer(ctx, clock, people, id, story);
  if (story.ends) {
    clock.stand(story.hoursAgo * 0.2);
    await setStatus(ctx, people.admin, { appointment_ids: [id], status: story.ends, reason: 'Agreed by phone.' });
    await ctx.outbox.drain();
  }
}

/** Takes the steps of the team and the patient before an offer. */
async function work(ctx: Context, { patient, admin }: People, id: string, story: DemoAppointment): Promise<void> {
  const { team, question, answer } = story;
  if (team) {
    await setStatus(ctx, admin, { appointment_ids: [id], status: 'in_progress', reason: '' });
    await assign(ctx, admin, [id], admin.userId);
    const { shared, ...info } = team;
    await addPrivateInfo(ctx, admin, id, info);
    await setSharedDetails(ctx, admin, id, { details: shared });
  }
  const about = { appointment_id: id, idempotency_key: randomUUID() };
  if (question) await askTeam(ctx, patient, { ...about, body: question });
  if (answer) await answerPatient(ctx, admin, { ...about, idempotency_key: randomUUID(), body: answer });
}

async function offer(ctx: Context, clock: DemoClock, { patient, admin }: People, id: string, story: DemoAppointment) {
  if (!story.offer) return;
  const { provider, at, price_cents, provider_price_cents, note, isPaid } = story.offer;
  // The offer must be old enough that a part of its time limit has visibly passed. It must be recent enough that the
  // patient can still pay for a while after the demo started.
  clock.stand(Math.min(17, story.hoursAgo * 0.4));
  const input = OfferInput.parse({
    ...providers[provider],
    products: productsOf(story.request.treatment),
    appointment_id: id,
    scheduled_at: `${dayOf(story.offer)}T${at}`,
    patient_price_cents: price_cents,
    provider_price_cents,
    admin_public_note: note,
    admin_private_note: 'Holds the time until the offer ends.',
  });
  await makeOffer(ctx, admin, input);
  await ctx.outbox.drain();
  if (!isPaid) return;
  const { appointment } = await getMyAppointment(ctx, patient, id);
  await acceptQuote(ctx, patient, id, appointment.offer?.quote_sha256 ?? '');
  const page = await openPayment(ctx, patient, id);
  await payTestPage(ctx, page.url.split('/').at(-1) ?? '', 'accepted');
  await ctx.outbox.drain();
}

function dayOf({ inDays, weekday }: NonNullable<DemoAppointment['offer']>): string {
  const isRight = (day: Date) => (weekday === undefined ? day.getUTCDay() % 6 !== 0 : day.getUTCDay() === weekday);
  let day = new Date(Date.now() + inDays * DAY_MS);
  while (!isRight(day)) day = new Date(day.getTime() + DAY_MS);
  return day.toISOString().slice(0, 10);
}

/** Returns the product of a treatment, as the quote names it. A laser uses no product. */
const productsOf = (treatment: string): string =>
  treatment === 'Botox'
    ? 'Toxine botulique, 50 unités'
    : treatment === 'Laser'
      ? ''
      : 'Acide hyaluronique, 1 seringue de 1 ml';

const macros = [
  {
    name: 'We are looking',
    text_en:
      'Hello {{first_name}},\n\nwe are looking for an appointment in {{city}} and will write to you within two working days.\n\nThe Flaira team',
    text_fr:
      'Bonjour {{first_name}},\n\nNous cherchons un rendez-vous à {{city}} et vous écrivons sous deux jours ouvrés.\n\nL’équipe Flaira',
  },
  {
    name: 'Offer ends soon',
    text_en:
      'Hello {{first_name}},\n\nyour offer with {{provider}} ends on {{until}}. If you have a question about it, write to us here.\n\nThe Flaira team',
    text_fr:
      'Bonjour {{first_name}},\n\nVotre offre avec {{provider}} se termine le {{until}}. Pour toute question, écrivez-nous ici.\n\nL’équipe Flaira',
  },
  {
    name: 'How to get there',
    text_en:
      'Hello {{first_name}},\n\n{{provider}} expects you on {{when}}.\n\nThe address: {{address}}\n\nThe Flaira team',
    text_fr:
      'Bonjour {{first_name}},\n\n{{provider}} vous attend le {{when}}.\n\nL’adresse : {{address}}\n\nL’équipe Flaira',
  },
  {
    name: 'Another city',
    text_en:
      'Hello {{first_name}},\n\nwe have not found a provider in {{city}} for your request {{number}} yet. Which other city would suit you?\n\nThe Flaira team',
    text_fr:
      'Bonjour {{first_name}},\n\nNous n’avons pas encore trouvé de prestataire à {{city}} pour votre demande {{number}}. Quelle autre ville vous conviendrait ?\n\nL’équipe Flaira',
  },
];

/** Adds a few macros to try. Does nothing if there are macros already. */
async function bringMacros(ctx: Context, adminId: string): Promise<void> {
  const admin = signedIn(adminId, 'admin');
  if ((await listMacros(ctx, admin, false)).length > 0) return;
  for (const macro of macros) await saveMacro(ctx, admin, macro);
}
