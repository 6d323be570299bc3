import { readFileSync } from 'node:fs';
import { faultIn, type SignatureProof } from '#contract/verify-proof.ts';

/** `node tools/verify-proof.ts proof.json` says whether the doctor's passkey signed the content of the file. It needs neither network nor database. */
const says = {
  content_changed: 'The content is not what the seal stands for.',
  no_passkey: 'The content fits the seal. No passkey signed it: password and code confirmed it.',
  other_content: 'The passkey signed something else.',
  other_place: 'The passkey signed for another site.',
  no_person: 'The passkey did not recognise its owner.',
  wrong_key: 'The signature is not of this key.',
} as const;

const [file] = process.argv.slice(2);
if (!file) throw new Error('Usage: node tools/verify-proof.ts proof.json');
const proof = JSON.parse(readFileSync(file, 'utf8')) as SignatureProof;
const fault = await faultIn(proof);
console.log(fault ? says[fault] : 'Intact: the passkey signed exactly this content.');
process.exitCode = fault ? 1 : 0;
