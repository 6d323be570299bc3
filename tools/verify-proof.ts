import { readFileSync } from 'node:fs';
import { faultIn, type KeptTimestamp, type SignatureProof } from '#contract/verify-proof.ts';
import { verifyTimestamp } from '#server/platform/timestamps/verify-timestamp.ts';

/**
 * `npx node tools/verify-proof.ts proof.json [roots.pem]` prints whether the doctor's passkey signed the file's
 * content, and since when the signature has existed. It needs neither network nor database. The certificate chain of
 * the timestamp must end at a root in `roots.pem`. Without this file, it must end at a public root.
 */
const says = {
  content_changed: 'The content is not what the seal stands for.',
  no_passkey: 'The content fits the seal. No passkey signed it: password and code confirmed it.',
  other_content: 'The passkey signed something else.',
  other_place: 'The passkey signed for another site.',
  no_person: 'The passkey did not recognise its owner.',
  wrong_key: 'The signature is not of this key.',
} as const;

const [file, roots] = process.argv.slice(2);
if (!file) throw new Error('Usage: npx node tools/verify-proof.ts proof.json [roots.pem]');
const proof = JSON.parse(readFileSync(file, 'utf8')) as SignatureProof;
const fault = await faultIn(proof);
console.log(fault ? says[fault] : 'Intact: the passkey signed exactly this content.');
const isStamped = fault === 'content_changed' ? true : await tellTimestamp(proof);
process.exitCode = fault || !isStamped ? 1 : 0;

async function tellTimestamp({ seal, timestamp }: SignatureProof): Promise<boolean> {
  if (!timestamp) {
    console.log('It has no timestamp.');
    return true;
  }
  return verifyTimestamp(Buffer.from(timestamp.token, 'base64'), seal, roots && readFileSync(roots, 'utf8')).then(
    ({ at, authority }) => {
      console.log(`${authority} stamped this hash on ${at.toISOString()}.`);
      return true;
    },
    (error: Error) => {
      console.log(`The timestamp does not hold: ${error.message}. ${certificates(timestamp)}`);
      return false;
    },
  );
}

const certificates = ({ chain }: KeptTimestamp): string =>
  `It names ${chain.match(/BEGIN CERTIFICATE/g)?.length ?? 0} certificates; the last one is its root.`;
