import type { startFakeS3 } from '../../../server/test/fake-s3.ts';
import type { Check } from '../check.ts';
import type { Stand, StandOptions } from '../stand.ts';
import { photoSenders } from './photo-senders.ts';

type Bucket = Awaited<ReturnType<typeof startFakeS3>>;

/** Returns the options for `s3Fails`: the service stores its photos in this bucket. */
export const photosIn = ({ config }: Bucket): StandOptions => ({
  env: {
    S3_ENDPOINT: config.endpoint,
    S3_REGION: config.region,
    S3_BUCKET: config.bucket,
    S3_ACCESS_KEY_ID: config.accessKeyId,
    S3_SECRET_ACCESS_KEY: config.secretAccessKey,
  },
});

/** Makes S3 answer with errors, slowly, or not at all. After each of these, S3 works again. */
export async function s3Fails(stand: Stand, s3: Bucket): Promise<Check[]> {
  const scene = await photoSenders(stand);
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
