import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

/** The bits of an authenticator's answer: a person was there, was recognised, and a new key comes with it. */
const PRESENT = 0x01;
const RECOGNISED = 0x04;
const NEW_KEY = 0x40;

export interface Ceremony {
  /** The origin of the page on which it takes place. */
  readonly origin: string;
  /** False for a key that anybody who holds it may use. Default true. */
  readonly isRecognised?: boolean;
}

/** A device with one passkey, made in software: answers the two ceremonies of WebAuthn as a browser hands them on. */
export class Authenticator {
  readonly #id = randomBytes(16);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  register(options: { challenge: string; rp: { id: string } }, ceremony: Ceremony) {
    const data = Buffer.concat([this.#state(options.rp.id, ceremony, NEW_KEY), this.#attested()]);
    const attestationObject = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', data],
      ]),
    );
    return this.#answer({
      clientDataJSON: clientData('webauthn.create', options.challenge, ceremony),
      attestationObject,
    });
  }

  signIn(options: { challenge: string; rpId: string }, ceremony: Ceremony) {
    const authenticatorData = this.#state(options.rpId, ceremony, 0);
    const clientDataJSON = clientData('webauthn.get', options.challenge, ceremony);
    const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)]);
    const signature = createSign('sha256').update(signed).sign(this.#keys.privateKey);
    return this.#answer({ clientDataJSON, authenticatorData, signature });
  }

  #state(rpId: string, { isRecognised = true }: Ceremony, more: number): Buffer {
    const flags = PRESENT | (isRecognised ? RECOGNISED : 0) | more;
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags, 0, 0, 0, 0])]);
  }

  #attested(): Buffer {
    const length = Buffer.from([0, this.#id.length]);
    return Buffer.concat([Buffer.alloc(16), length, this.#id, coseKey(this.#keys.publicKey)]);
  }

  #answer(parts: Record<string, Buffer>) {
    const id = this.#id.toString('base64url');
    const texts = Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64url')]);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response: Object.fromEntries(texts) };
  }
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

const clientData = (type: string, challenge: string, { origin }: Ceremony): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

/** ES256 on P-256, as RFC 9053 numbers it. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

/** As much of CBOR (RFC 8949) as the two structures above need. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)].flatMap(([key, one]) => [cbor(key), cbor(one)]);
  return Buffer.concat([head(5, entries.length / 2), ...entries]);
}

function head(kind: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(kind << 5) | count]);
  return Buffer.from(count < 256 ? [(kind << 5) | 24, count] : [(kind << 5) | 25, count >> 8, count & 255]);
}
