import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** Flags of an authenticator's response: a person was present, the person was recognised, and a new key is included. */
const PRESENT = 0x01;
const RECOGNISED = 0x04;
const NEW_KEY = 0x40;

export interface Ceremony {
  /** The origin of the page on which the ceremony takes place. */
  readonly origin: string;
  /** False for a key that does not recognise its owner. The default is true. */
  readonly isRecognised?: boolean;
  /** Number of signatures that the key has made. The default 0 is for authenticators that do not count. */
  readonly counter?: number;
}

/** The algorithms of WebAuthn that we accept, by their number in RFC 9053. */
type Algorithm = -7 | -257 | -8;

/**
 * A device with one passkey, made in software. It performs the two ceremonies of WebAuthn (registration and sign-in)
 * and returns the responses as a browser would.
 */
export class Authenticator {
  readonly #id = randomBytes(16);
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject };

  readonly #algorithm: Algorithm;

  constructor(algorithm: Algorithm = -7) {
    this.#algorithm = algorithm;
    this.#keys =
      algorithm === -7
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
        : algorithm === -257
          ? generateKeyPairSync('rsa', { modulusLength: 2048 })
          : generateKeyPairSync('ed25519');
  }

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
    const signature = sign(this.#algorithm === -8 ? null : 'sha256', signed, this.#keys.privateKey);
    return this.#answer({ clientDataJSON, authenticatorData, signature });
  }

  #state(rpId: string, { isRecognised = true, counter = 0 }: Ceremony, more: number): Buffer {
    const flags = PRESENT | (isRecognised ? RECOGNISED : 0) | more;
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags, 0, 0, 0, counter])]);
  }

  #attested(): Buffer {
    const length = Buffer.from([0, this.#id.length]);
    return Buffer.concat([Buffer.alloc(16), length, this.#id, coseKey(this.#algorithm, this.#keys.publicKey)]);
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

/** Returns the public key in the format of RFC 9053. */
function coseKey(algorithm: Algorithm, key: KeyObject): Buffer {
  const jwk = key.export({ format: 'jwk' });
  const bytes = (name: 'x' | 'y' | 'n' | 'e') => Buffer.from(jwk[name] ?? '', 'base64url');
  const parts: Record<Algorithm, [number, unknown][]> = {
    [-7]: [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes('x')],
      [-3, bytes('y')],
    ],
    [-257]: [
      [1, 3],
      [3, -257],
      [-1, bytes('n')],
      [-2, bytes('e')],
    ],
    [-8]: [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytes('x')],
    ],
  };
  return cbor(new Map(parts[algorithm]));
}

/** Encodes values in CBOR (RFC 8949). It supports only the types that the attestation and the public key need. */
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
