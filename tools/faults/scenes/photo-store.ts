import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withSystem } from '#server/platform/db/db.ts';
import { aPicture, consentToSimulation } from '../../../server/test/a-case.ts';
import type { Answer, Browser } from '../../../server/test/browser.ts';
import { SLOW_MS, type startFakeS3 } from '../../../server/test/fake-s3.ts';
import { atMost, type Check, equals, quantile } from '../check.ts';
import { aForm, aPerson } from '../load.ts';
import type { Stand, StandOptions } from '../stand.ts';

/** A store that does not answer is given up after ten seconds; six wait for it at a time. */
const GIVEN_UP_MS = 34_000;
/** Far below that: whoever does not need the store does not wait for it. */
const PROMPT_MS = 5_000;
/** More than there are connections to the database. */
const UPLOADS = 15;

/** What `diskFull` needs of its stand. */
export const fullDisk = (folder: string): StandOptions => ({
  preload: [join(import.meta.dirname, '../full-disk.mjs')],
  env: { FAULT_FULL_DISK: join(folder, 'disk-is-full') },
});

/** The disk of the photos is full, and has room again. */
export async function diskFull(stand: Stand): Promise<Check[]> {
  const flag = stand.service.env.FAULT_FULL_DISK ?? '';
  const scene = await aScene(stand);
  const files = () =>
    readdirSync(stand.objects, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
  const before = files();
  writeFileSync(flag, '');
  const during = await scene.uploadWhileOthersRead();
  const left = files() - before;
  rmSync(flag);
  return [...during, equals('files left by failed uploads', left, 0), ...(await scene.uploadAgain())];
}

type Bucket = Awaited<ReturnType<typeof startFakeS3>>;

/** What `s3Fails` needs of its stand. */
export const photosIn = ({ config }: Bucket): StandOptions => ({
  env: {
    S3_ENDPOINT: config.endpoint,
    S3_REGION: config.region,
    S3_BUCKET: config.bucket,
    S3_ACCESS_KEY_ID: config.accessKeyId,
    S3_SECRET_ACCESS_KEY: config.secretAccessKey,
  },
});

/** S3 answers with errors, slowly, or not at all, and is well again. */
export async function s3Fails(stand: Stand, s3: Bucket): Promise<Check[]> {
  const scene = await aScene(stand);
  const checks: Check[] = [];
  for (const mood of ['fails', 'slow', 'hangs'] as const) {
    s3.mood = mood;
    const found = await scene.uploadWhileOthersRead(mood === 'slow' ? 200 : 503);
    checks.push(...found.map((check) => ({ ...check, what: `S3 ${mood}: ${check.what}` })));
    s3.mood = 'well';
    checks.push(...(await scene.uploadAgain()));
  }
  return checks;
}

/** Leads that send a photo each, and somebody signed in who reads. One photo is there from before. */
async function aScene(stand: Stand) {
  let shade = 0;
  const reader = await aPerson(stand);
  const leads = await Promise.all(Array.from({ length: UPLOADS }, () => aLead(stand)));
  // Each time another picture: the same one sent again is not stored again.
  const send = async ({ browser, lead_id }: Lead) => {
    const picture = new Uint8Array(await aPicture((shade += 7) % 250));
    return browser.postForm('/rpc/upload_lead_photo', aForm(lead_id, picture));
  };
  const before = await aLead(stand);
  await send(before);
  const rows = () =>
    withSystem(stand.context.db, (tx) =>
      tx.selectFrom('photo_objects').select('id').where('deleted_at', 'is', null).execute(),
    );
  return {
    async uploadWhileOthersRead(due = 503): Promise<Check[]> {
      const known = (await rows()).length;
      const begun = performance.now();
      const sending = Promise.all(leads.map(send));
      let isOver = false;
      void sending.finally(() => (isOver = true)).catch(() => {});
      const reads: { status: number; elapsed_ms: number }[] = [];
      do reads.push(await look(reader.browser));
      while (!isOver);
      const answers = await sending;
      return [
        equals(
          `uploads answered ${due}${due === 503 ? ' with Retry-After' : ''}`,
          answers.filter(isDue(due)).length,
          UPLOADS,
        ),
        atMost(
          'time until the last of them',
          performance.now() - begun,
          due === 503 ? GIVEN_UP_MS : 8 * SLOW_MS,
          ' ms',
        ),
        equals('other people’s reads that failed meanwhile', reads.filter(({ status }) => status !== 200).length, 0),
        atMost(
          'time of such a read, p95',
          quantile(
            reads.map(({ elapsed_ms }) => elapsed_ms),
            0.95,
          ),
          PROMPT_MS,
          ' ms',
        ),
        equals('rows that speak of a photo that is not there', due === 503 ? (await rows()).length - known : 0, 0),
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

/** Somebody’s own appointments: their session, and rows of theirs. */
async function look(browser: Browser): Promise<{ status: number; elapsed_ms: number }> {
  const begun = performance.now();
  const { status } = await browser.post('/rpc/get_my_appointments');
  return { status, elapsed_ms: performance.now() - begun };
}
