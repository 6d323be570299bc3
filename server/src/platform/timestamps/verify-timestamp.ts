import { rootCertificates } from 'node:tls';
import { fromBER } from 'asn1js';
import * as pki from 'pkijs';

/** The statement of a timestamp token (RFC 3161) that the hash existed at this time. */
export interface Timestamp {
  readonly at: Date;
  /** The common name, or else the organisation, of the signing certificate. */
  readonly authority: string;
  /**
   * Certificates in PEM, from the signing certificate to a trusted root. With them the token can be checked even if the
   * timestamp service no longer exists.
   */
  readonly chain: string;
}

export class TimestampError extends Error {
  override readonly name = 'TimestampError';
}

const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const SHA256 = '2.16.840.1.101.3.4.2.1';
const TST_INFO = '1.2.840.113549.1.9.16.1.4';
const COMMON_NAME = '2.5.4.3';
const ORGANISATION = '2.5.4.10';

/**
 * Checks a token against the hash that it should cover. The checks cover the hash in the token, the signature, the
 * purpose of the certificate, and its chain to a trusted root at the time of the stamp. `roots` contains trusted root
 * certificates in PEM. Without `roots`, the public roots that Node.js knows are trusted.
 *
 * @throws TimestampError
 */
export async function verifyTimestamp(token: Uint8Array, sha256: string, roots?: string): Promise<Timestamp> {
  const { signed, info } = readToken(token);
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  const imprint = Buffer.from(hashedMessage.valueBlock.valueHexView).toString('hex');
  if (hashAlgorithm.algorithmId !== SHA256 || imprint !== sha256)
    throw new TimestampError('the timestamp is of something else');
  // PKI.js would hash the stamped content again to compare it with the hash. The content is not available here, and the
  // hash was compared above.
  signed.encapContentInfo.eContentType = pki.id_ContentType_Data;
  const result = await signed
    .verify({
      signer: 0,
      checkChain: true,
      extendedMode: true,
      checkDate: info.genTime,
      trustedCerts: readCertificates(roots ?? rootCertificates.join('\n')),
    })
    .catch((error: { message?: string }) => {
      throw new TimestampError(error.message ?? 'the timestamp cannot be checked');
    });
  const signer = result.signerCertificate;
  if (!result.signatureVerified || !signer) throw new TimestampError('the signature of the timestamp is wrong');
  if (!mayStamp(signer)) throw new TimestampError('the certificate is not one for timestamps');
  return { at: info.genTime, authority: nameOf(signer), chain: result.certificatePath.map(pemOf).join('\n') };
}

/** Parses a token without checking it. */
export function readToken(token: Uint8Array): { signed: pki.SignedData; info: pki.TSTInfo } {
  try {
    const signed = new pki.SignedData({ schema: pki.ContentInfo.fromBER(new Uint8Array(token)).content });
    const { eContentType, eContent } = signed.encapContentInfo;
    if (eContentType !== TST_INFO || !eContent) throw new TimestampError('it holds no timestamp');
    return { signed, info: pki.TSTInfo.fromBER(eContent.getValue()) };
  } catch (error) {
    throw new TimestampError(`this is no timestamp: ${(error as Error).message}`);
  }
}

function mayStamp({ extensions = [] }: pki.Certificate): boolean {
  const usage = extensions.find(({ extnID }) => extnID === EXTENDED_KEY_USAGE)?.parsedValue;
  return usage instanceof pki.ExtKeyUsage && usage.keyPurposes.includes(TIME_STAMPING);
}

function nameOf({ subject }: pki.Certificate): string {
  const find = (type: string) => subject.typesAndValues.find((one) => one.type === type)?.value.valueBlock.value;
  return String(find(COMMON_NAME) ?? find(ORGANISATION) ?? '');
}

const pemOf = (certificate: pki.Certificate): string => {
  const lines =
    Buffer.from(certificate.toSchema().toBER())
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----'].join('\n');
};

/** Returns the certificates in a PEM text. */
export function readCertificates(pem: string): pki.Certificate[] {
  const bodies = pem.matchAll(/-----BEGIN CERTIFICATE-----([\s\S]+?)-----END CERTIFICATE-----/g);
  return [...bodies].map(([, body = '']) => {
    const { result } = fromBER(Buffer.from(body, 'base64'));
    return new pki.Certificate({ schema: result });
  });
}
