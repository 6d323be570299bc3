import { randomBytes } from 'node:crypto';
import { Integer, OctetString } from 'asn1js';
import * as pki from 'pkijs';
import type { Config } from '../config/config.ts';
import { readToken, type Timestamp, TimestampError, verifyTimestamp } from './verify-timestamp.ts';

const SHA256 = '2.16.840.1.101.3.4.2.1';
/**
 * The timestamp service fails, whichever hash it is asked about. `isDown` is true if it does not answer or has an error
 * of its own, so it may work again later. Otherwise someone must correct the service, its address or its root
 * certificate. Every other `TimestampError` may be about one hash only.
 */
export class TimestampServiceError extends TimestampError {
  readonly isDown: boolean;
  constructor(message: string, isDown: boolean) {
    super(message);
    this.isDown = isDown;
  }
}

const PATIENCE_MS = 10_000;
const LARGEST_BYTES = 64 * 1024;
/** Request Timeout, and Too Many Requests. */
const BUSY = [408, 429];
/** PKIStatus of RFC 3161: granted, or granted with changes. */
const GRANTED = [0, 1];

export interface FetchedTimestamp extends Timestamp {
  /** The token in DER, with the certificates of the service. */
  readonly token: Buffer;
}

/**
 * Sends a SHA-256 hash to the configured timestamp service (RFC 3161 over HTTP) and checks the timestamp that the
 * service returns. The service learns only the hash. `sha256` is in hex.
 *
 * @throws TimestampError
 */
export async function requestTimestamp(
  { url, roots }: NonNullable<Config['timestamps']>,
  sha256: string,
): Promise<FetchedTimestamp> {
  const nonce = oneTimeNumber();
  const request = new pki.TimeStampReq({
    version: 1,
    messageImprint: new pki.MessageImprint({
      hashAlgorithm: new pki.AlgorithmIdentifier({ algorithmId: SHA256 }),
      hashedMessage: new OctetString({ valueHex: Buffer.from(sha256, 'hex') }),
    }),
    nonce,
    certReq: true,
  });
  const token = tokenIn(await post(url, Buffer.from(request.toSchema().toBER())));
  try {
    const { info } = readToken(token);
    // Without this check an attacker could replay an old response.
    if (!info.nonce?.isEqual(nonce)) throw new TimestampError('it answered another request');
    return { ...(await verifyTimestamp(token, sha256, roots)), token };
  } catch (error) {
    // A service that returns a wrong timestamp for one hash does so for the others, too. For example, its certificates
    // have another root now.
    if (error instanceof TimestampError) throw new TimestampServiceError(error.message, false);
    throw error;
  }
}

/** Returns a random positive integer of 63 bits, for the nonce. */
function oneTimeNumber(): Integer {
  const bytes = randomBytes(8);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return new Integer({ valueHex: bytes });
}

async function post(url: string, body: Buffer<ArrayBuffer>): Promise<Buffer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query' },
    body,
    // A moved service answers with a redirect. Someone must correct the address, so the redirect is not followed.
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch(noAnswer);
  const isDown = answer.status >= 500 || BUSY.includes(answer.status);
  if (!answer.ok) throw new TimestampServiceError(`it answers ${answer.status}`, isDown);
  const bytes = Buffer.from(await answer.arrayBuffer().catch(noAnswer));
  if (bytes.length > LARGEST_BYTES) throw new TimestampServiceError('its answer is too long', false);
  return bytes;
}

function noAnswer(error: Error): never {
  const reason = (error.cause as Error | undefined)?.message ?? error.message;
  throw new TimestampServiceError(`it does not answer (${reason})`, true);
}

function tokenIn(answer: Buffer): Buffer {
  let response: pki.TimeStampResp;
  try {
    response = pki.TimeStampResp.fromBER(new Uint8Array(answer));
  } catch {
    throw new TimestampServiceError('its answer is no timestamp', false);
  }
  const { status } = response.status;
  if (!GRANTED.includes(status) || !response.timeStampToken)
    throw new TimestampError(`it refuses the request (status ${status})`);
  return Buffer.from(response.timeStampToken.toSchema().toBER());
}
