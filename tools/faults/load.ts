import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createAccount } from '#server/domains/identity/index.ts';
import { aPicture, consentToSimulation } from '../../server/test/a-case.ts';
import { aRequest } from '../../server/test/an-appointment.ts';
import type { Answer, Browser } from '../../server/test/browser.ts';
import { PASSWORD } from '../../server/test/people.ts';
import { openSession, sessionCookie } from '../../server/test/sessions.ts';
import type { Stand } from './stand.ts';

/** A call that gets no answer, or an answer with 503, is repeated after this many milliseconds. */
const AGAIN_MS = 60;

/** Writes that the service confirmed. */
export interface Ledger {
  readonly people: readonly Person[];
  readonly appointments: { readonly id: string; readonly number: string; readonly email: string }[];
  readonly photos: { readonly lead_id: string; readonly browser: Browser }[];
  /** Number of answers by status. Status 0 counts calls whose connection broke. */
  readonly statuses: Map<number, number>;
  /** Number of answers with 503 that had no Retry-After header. */
  silent: number;
  /** Durations of answers, in milliseconds. */
  readonly elapsed_ms: number[];
}

export interface Load {
  readonly ledger: Ledger;
  /** Waits until this many more appointments and photos are confirmed. */
  more(answers: number): Promise<void>;
  /** Repeats the running calls until each has an answer, then stops. */
  stop(): Promise<Ledger>;
}

export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly browser: Browser;
}

/**
 * Starts the load. Patients request appointments, visitors send photos, and a reader reads. They go on until the load
 * is stopped. Only the reader pauses, for 20 ms after each answer.
 */
export async function startLoad(stand: Stand, patients = 3): Promise<Load> {
  const people = await Promise.all(Array.from({ length: patients }, () => aPerson(stand)));
  const ledger: Ledger = { people, appointments: [], photos: [], statuses: new Map(), silent: 0, elapsed_ms: [] };
  const picture = new Uint8Array(await aPicture(90));
  let isOver = false;
  const goOn = async (work: () => Promise<unknown>) => {
    while (!isOver) await work();
  };
  const workers = [
    ...people.map((person) => goOn(() => ask(stand, ledger, person))),
    ...people.slice(1).map(() => goOn(() => sendPhoto(stand, ledger, picture))),
    goOn(() => timed(ledger, () => people[0]?.browser.post('/rpc/who_am_i')).then(() => pause(20))),
  ];
  const done = Promise.all(workers);
  let failed: { readonly error: unknown } | undefined;
  done.catch((error: unknown) => (failed = { error }));
  return {
    ledger,
    async more(answers) {
      const count = () => ledger.appointments.length + ledger.photos.length;
      for (const due = count() + answers; count() < due; await pause(20)) if (failed) throw failed.error;
    },
    async stop() {
      isOver = true;
      await done;
      return ledger;
    },
  };
}

export async function aPerson(
  { context, service }: Pick<Stand, 'context' | 'service'>,
  address?: string,
): Promise<Person> {
  const email = `${randomUUID()}@example.org`;
  const person = { first_name: 'Claire', last_name: 'Moreau', birth_date: '1985-04-02' };
  const userId = await createAccount(context, { email, password: PASSWORD, ...person, role: 'patient' });
  const { name, value } = sessionCookie(context, await openSession(context, userId, false));
  const browser = service.browser(address);
  browser.cookies.set(name, value);
  return { userId, email, browser };
}

/** Requests an appointment. The request is repeated with the same idempotency key until it is answered. */
async function ask(stand: Stand, ledger: Ledger, { browser, email }: Person): Promise<void> {
  const request = aRequest();
  const { json } = await insist(stand, ledger, () => browser.post('/rpc/request_appointment', request));
  ledger.appointments.push({ id: json.appointment_id, number: json.number, email });
}

/**
 * Sends a photo as a visitor. A visitor's photos and answers belong to a lead. If the service does not answer the call
 * that creates the lead, the browser gets no cookie for it. Each attempt therefore uses a new lead id and a new
 * browser.
 */
async function sendPhoto(stand: Stand, ledger: Ledger, picture: Uint8Array<ArrayBuffer>): Promise<void> {
  // Addresses from the range reserved for tests. There are so many addresses that none of them exceeds the number of
  // leads that the service allows per address and hour.
  const [high, low] = [Math.floor(Math.random() * 256), Math.floor(Math.random() * 256)];
  const address = `198.18.${high}.${low}`;
  let browser = stand.service.browser(address);
  let lead_id = '';
  await insist(stand, ledger, () => {
    browser = stand.service.browser(address);
    lead_id = randomUUID();
    return browser.post('/rpc/start_lead', { lead_id, consent: consentToSimulation });
  });
  await insist(stand, ledger, () => browser.postForm('/rpc/upload_lead_photo', aForm(lead_id, picture)));
  ledger.photos.push({ lead_id, browser });
}

export function aForm(lead_id: string, picture: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ lead_id, pose: 'front', is_verified: 'true' })) form.set(name, value);
  form.set('file', new File([picture], 'face.jpg', { type: 'image/jpeg' }));
  return form;
}

async function insist(stand: Stand, ledger: Ledger, call: () => Promise<Answer>): Promise<Answer> {
  while (stand.isOpen) {
    const answer = await timed(ledger, call);
    if (answer?.status === 200) return answer;
    if (answer && answer.status !== 503) throw new Error(`${answer.status} ${answer.text.slice(0, 300)}`);
    await pause(AGAIN_MS);
  }
  throw new Error('the stand was closed under a load that nobody stopped');
}

async function timed(ledger: Ledger, call: () => Promise<Answer> | undefined): Promise<Answer | undefined> {
  const begun = performance.now();
  const answer = await call()?.catch(() => undefined);
  const status = answer?.status ?? 0;
  ledger.statuses.set(status, (ledger.statuses.get(status) ?? 0) + 1);
  if (status === 503 && !answer?.headers.has('retry-after')) ledger.silent++;
  if (answer) ledger.elapsed_ms.push(performance.now() - begun);
  return answer;
}
