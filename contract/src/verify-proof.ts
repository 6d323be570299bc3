/**
 * Checks a signature with only the signed content and the doctor's passkey, without our database. The same code runs in
 * the service, in the browser and in `node tools/verify-proof.ts proof.json`. The module imports nothing. A proof
 * contains the sealed content as text. The SHA-256 of this text is the seal, and the seal is the challenge that the
 * passkey signed (WebAuthn, with user verification).
 */

/** All bytes are in base64url without padding. */
export interface PasskeyProof {
  readonly credential_id: string;
  /** The passkey's public key as SubjectPublicKeyInfo (RFC 5280). */
  readonly public_key: string;
  /** COSE number of the signature algorithm. -7: ES256, -257: RS256, -8: EdDSA. */
  readonly algorithm: number;
  readonly rp_id: string;
  readonly origin: string;
  readonly authenticator_data: string;
  readonly client_data: string;
  readonly signature: string;
}

/** A timestamp (RFC 3161) over the seal. */
export interface KeptTimestamp {
  /** The timestamp token: DER in base64. */
  readonly token: string;
  /** The certificates in PEM, from the certificate of the timestamp service to its root. */
  readonly chain: string;
  readonly authority: string;
  readonly stamped_at: string;
}

export interface SignatureProof {
  readonly format: 'flaira-signature-1';
  /**
   * Canonical JSON of the signed content: case number, version, recipes, treatment plan, markings, the hashes of photos
   * and renderings, the accepted marks of the automatic check, and the skin score.
   */
  readonly content: string;
  /** SHA-256 of `content`, in hex. */
  readonly seal: string;
  readonly passkey: PasskeyProof | null;
  /** Null if the timestamp service has not answered yet, or if no timestamp service is configured. */
  readonly timestamp: KeptTimestamp | null;
}

export type ProofFault = 'content_changed' | 'no_passkey' | 'other_content' | 'other_place' | 'no_person' | 'wrong_key';

const PERSON_PRESENT = 0x01;
const PERSON_RECOGNISED = 0x04;

/**
 * Returns null if the passkey verified its owner and then signed exactly this content for this site. Otherwise
 * returns the fault.
 */
export async function faultIn(proof: SignatureProof): Promise<ProofFault | null> {
  const seal = await sha256(new TextEncoder().encode(proof.content));
  if (hex(seal) !== proof.seal) return 'content_changed';
  const { passkey } = proof;
  if (!passkey) return 'no_passkey';
  const clientData = bytes(passkey.client_data);
  const said = JSON.parse(new TextDecoder().decode(clientData)) as Record<string, unknown>;
  if (said['type'] !== 'webauthn.get' || said['challenge'] !== base64url(seal)) return 'other_content';
  const data = bytes(passkey.authenticator_data);
  const site = hex(await sha256(new TextEncoder().encode(passkey.rp_id)));
  if (said['origin'] !== passkey.origin || hex(data.subarray(0, 32)) !== site) return 'other_place';
  const flags = data[32] ?? 0;
  if (!(flags & PERSON_PRESENT) || !(flags & PERSON_RECOGNISED)) return 'no_person';
  const signed = new Uint8Array([...data, ...(await sha256(clientData))]);
  return (await isSignedBy(passkey, signed)) ? null : 'wrong_key';
}

const algorithms: Readonly<
  Record<
    number,
    { key: EcKeyImportParams | RsaHashedImportParams | { name: string }; by: AlgorithmIdentifier | EcdsaParams }
  >
> = {
  [-7]: { key: { name: 'ECDSA', namedCurve: 'P-256' }, by: { name: 'ECDSA', hash: 'SHA-256' } },
  [-257]: { key: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, by: 'RSASSA-PKCS1-v1_5' },
  [-8]: { key: { name: 'Ed25519' }, by: 'Ed25519' },
};

async function isSignedBy(
  { algorithm, public_key, signature }: PasskeyProof,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const known = algorithms[algorithm];
  if (!known) return false;
  try {
    const key = await crypto.subtle.importKey('spki', bytes(public_key), known.key, false, ['verify']);
    const raw = algorithm === -7 ? rawSignature(bytes(signature)) : bytes(signature);
    return await crypto.subtle.verify(known.by, key, raw, signed);
  } catch {
    return false;
  }
}

/** Converts an ECDSA signature. Authenticators write it as DER. Browsers need r and s, each with 32 bytes. */
function rawSignature(der: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const raw = new Uint8Array(64);
  let at = 2;
  for (const end of [32, 64]) {
    const length = der[at + 1] ?? 0;
    const number = der.subarray(at + 2, at + 2 + length);
    const digits = number.subarray(Math.max(0, number.length - 32));
    raw.set(digits, end - digits.length);
    at += 2 + length;
  }
  return raw;
}

const sha256 = async (data: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', data));
const hex = (data: Uint8Array): string => Array.from(data, (byte) => byte.toString(16).padStart(2, '0')).join('');
const base64url = (data: Uint8Array): string =>
  btoa(String.fromCharCode(...data))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0));
