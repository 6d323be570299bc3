import { randomUUID } from 'node:crypto';
import { withSystem } from '#server/platform/db/db.ts';
import { aPicture, consentToSimulation } from '../../../server/test/a-case.ts';
import type { Answer, Browser } from '../../../server/test/browser.ts';
import { SLOW_MS } from '../../../server/test/fake-s3.ts';
import { atMost, type Check, equals } from '../check.ts';
import { aForm, aPerson } from '../load.ts';
import type { Stand } from '../stand.ts';
import { readChecks, readUntilDone } from './other-reader.ts';

/**
 * The longest time until the service has refused all photos. For a store that does not answer, the service waits ten
 * seconds, with at most six photos at the same time. So fifteen photos take thirty seconds.
 */
const GIVEN_UP_MS = 34_000;
/**
 * The longest time for requests that do not need the store. It is far below ten seconds, because they must not wait for
 * the store.
 */
const PROMPT_MS = 5_000;
/**
 * Number of photos that are sent at the same time. It is higher than the number of database connections for uploads.
 */
const UPLOADS = 15;

/**
 * Prepares visitors who each send a photo, and a signed-in reader. A lead is a visitor's record of photos and answers.
 * One further visitor has sent a photo already.
 */
export async function photoSenders(stand: Stand) {
  let shade = 0;
  const reader = await aPerson(stand);
  const leads = await Promise.all(Array.from({ length: UPLOADS }, () => aLead(stand)));
  // Sends a different photo each time, because the service would not store the same photo again.
  const send = async ({ browser, lead_id }: Lead) => {
    const picture = new Uint8Array(await aPicture((shade += 7) % 250));
    return browser.postForm('/rpc/upload_lead_photo', aForm(lead_id, picture));
  };
  const before = await aLead(stand);
  await send(before);
  const rows = () =>
    withSystem(stand.context.system, (tx) =>
      tx.selectFrom('photo_objects').select('id').where('deleted_at', 'is', null).execute(),
    );
  return {
    async uploadWhileOthersRead(due: 200 | 503): Promise<Check[]> {
      const known = (await rows()).length;
      const begun = performance.now();
      const sending = Promise.all(leads.map(send)).then((answers) => ({ answers, took_ms: performance.now() - begun }));
      // Reads the session, and rows of this person.
      const look = () => reader.browser.post('/rpc/get_my_appointments');
      const { result, reads } = await readUntilDone(sending, look);
      const said = result.answers.filter(isDue(due)).length;
      const more = due === 503 ? (await rows()).length - known : 0;
      return [
        equals(`uploads answered ${due}${due === 503 ? ' with Retry-After' : ''}`, said, UPLOADS),
        atMost('time until the last of them', result.took_ms, due === 503 ? GIVEN_UP_MS : 8 * SLOW_MS, ' ms'),
        ...readChecks(reads, PROMPT_MS),
        equals('rows that speak of a photo that is not there', more, 0),
      ];
    },
    async uploadAgain(): Promise<Check[]> {
      const answers = await Promise.all(leads.map(send));
      const seen = await Promise.all([before, ...leads].map(isSeen));
      return [
        equals('uploads that work again afterwards', answers.filter(({ status }) => status === 200).length, UPLOADS),
        equals('photos that can be seen', seen.filter(Boolean).length, UPLOADS + 1),
      ];
    },
  };
}

const isDue =
  (due: number) =>
  ({ status, headers }: Answer): boolean =>
    status === due && (due !== 503 || headers.has('retry-after'));

interface Lead {
  readonly browser: Browser;
  readonly lead_id: string;
}

async function aLead({ service }: Stand): Promise<Lead> {
  const browser = service.browser(`198.51.100.${Math.floor(Math.random() * 250)}`);
  const lead_id = randomUUID();
  await browser.post('/rpc/start_lead', { lead_id, consent: consentToSimulation });
  return { browser, lead_id };
}

async function isSeen({ browser, lead_id }: Lead): Promise<boolean> {
  const { json } = await browser.post('/rpc/get_lead', { lead_id });
  const url: string | undefined = json?.photos?.[0]?.url;
  return url !== undefined && (await browser.get(url)).status === 200;
}
