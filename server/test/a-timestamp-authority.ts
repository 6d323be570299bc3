import { randomBytes, webcrypto } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Integer, ObjectIdentifier, OctetString, Utf8String } from 'asn1js';
import * as pki from 'pkijs';
import { onTestFinished } from 'vitest';

const TST_INFO = '1.2.840.113549.1.9.16.1.4';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const EC = { name: 'ECDSA', namedCurve: 'P-256' } as const;

type Keys = Awaited<ReturnType<typeof webcrypto.subtle.generateKey>> & CryptoKeyPair;
interface Signer {
  readonly certificate: pki.Certificate;
  readonly keys: Keys;
}

export interface Authority {
  readonly url: string;
  /** The root certificate in PEM. */
  readonly roots: string;
  readonly certificates: readonly pki.Certificate[];
  /**
   * The behaviour of the service: `works` stamps as usual, `away` answers 503, `busy` answers 429, `moved` answers with
   * a redirect, `chats` answers with a web page, `refuses` refuses the request, `replays` returns an earlier token, and
   * `elsewhere` stamps another hash.
   */
  mood: 'works' | 'away' | 'busy' | 'moved' | 'chats' | 'refuses' | 'replays' | 'elsewhere';
  asked: number;
}

/**
 * Starts a timestamp service (RFC 3161) on its own port. Its tokens are signed with a certificate below its root. A
 * test can give that certificate a purpose other than time stamping.
 */
export async function aTimestampAuthority({
  now = () => new Date(),
  purpose = TIME_STAMPING,
} = {}): Promise<Authority> {
  const root = await aCertificate('Test Root');
  const signer = await aCertificate('Test Timestamps', { issuer: root, purpose });
  let before: Buffer | undefined;
  const server = createServer(async (request, response) => {
    const body: Buffer[] = [];
    for await (const part of request) body.push(part as Buffer);
    authority.asked += 1;
    if (authority.mood === 'away') return response.writeHead(503).end();
    if (authority.mood === 'busy') return response.writeHead(429).end();
    if (authority.mood === 'moved') return response.writeHead(308, { location: '/moved' }).end();
    if (authority.mood === 'chats') return response.writeHead(200).end('<!doctype html>');
    const answer =
      authority.mood === 'replays' && before
        ? before
        : await answerTo(pki.TimeStampReq.fromBER(Buffer.concat(body)), signer, now(), authority.mood);
    before = answer;
    return response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(answer);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void server.close());
  const authority: Authority = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    roots: pemOf(root.certificate),
    certificates: [signer.certificate, root.certificate],
    mood: 'works',
    asked: 0,
  };
  return authority;
}

async function answerTo(
  { messageImprint, nonce }: pki.TimeStampReq,
  { certificate, keys }: Signer,
  at: Date,
  mood: Authority['mood'],
): Promise<Buffer> {
  const status = new pki.PKIStatusInfo({ status: mood === 'refuses' ? 2 : 0 });
  if (mood === 'refuses') return Buffer.from(new pki.TimeStampResp({ status }).toSchema().toBER());
  if (mood === 'elsewhere') messageImprint.hashedMessage = new OctetString({ valueHex: randomBytes(32) });
  const info = new pki.TSTInfo({
    version: 1,
    policy: '1.2.3.4.1',
    messageImprint,
    serialNumber: new Integer({ value: 7 }),
    genTime: at,
    ...(nonce && { nonce }),
  });
  const content = Buffer.from(info.toSchema().toBER());
  const digest = await webcrypto.subtle.digest('SHA-256', content);
  const attribute = (type: string, value: object) => new pki.Attribute({ type, values: [value] });
  const signed = new pki.SignedData({
    version: 3,
    encapContentInfo: new pki.EncapsulatedContentInfo({
      eContentType: TST_INFO,
      eContent: new OctetString({ valueHex: content }),
    }),
    signerInfos: [
      new pki.SignerInfo({
        version: 1,
        sid: new pki.IssuerAndSerialNumber({ issuer: certificate.issuer, serialNumber: certificate.serialNumber }),
        signedAttrs: new pki.SignedAndUnsignedAttributes({
          type: 0,
          attributes: [
            attribute('1.2.840.113549.1.9.3', new ObjectIdentifier({ value: TST_INFO })),
            attribute('1.2.840.113549.1.9.4', new OctetString({ valueHex: digest })),
          ],
        }),
      }),
    ],
    certificates: [certificate],
  });
  await signed.sign(keys.privateKey, 0, 'SHA-256');
  const timeStampToken = new pki.ContentInfo({
    contentType: pki.ContentInfo.SIGNED_DATA,
    content: signed.toSchema(true),
  });
  return Buffer.from(new pki.TimeStampResp({ status, timeStampToken }).toSchema().toBER());
}

async function aCertificate(
  name: string,
  { issuer, purpose }: { issuer?: Signer; purpose?: string } = {},
): Promise<Signer> {
  const keys = (await webcrypto.subtle.generateKey(EC, true, ['sign', 'verify'])) as Keys;
  const certificate = new pki.Certificate();
  certificate.version = 2;
  certificate.serialNumber = new Integer({ valueHex: Buffer.concat([Buffer.from([1]), randomBytes(7)]) });
  const common = new pki.AttributeTypeAndValue({ type: '2.5.4.3', value: new Utf8String({ value: name }) });
  certificate.subject.typesAndValues.push(common);
  const above = issuer?.certificate.subject.typesAndValues ?? [common];
  certificate.issuer.typesAndValues.push(...above);
  certificate.notBefore.value = new Date('2026-01-01');
  certificate.notAfter.value = new Date('2036-01-01');
  certificate.extensions = [
    new pki.Extension({
      extnID: '2.5.29.19',
      critical: true,
      extnValue: new pki.BasicConstraints({ cA: !issuer }).toSchema().toBER(),
    }),
    ...(purpose
      ? [
          new pki.Extension({
            extnID: '2.5.29.37',
            critical: true,
            extnValue: new pki.ExtKeyUsage({ keyPurposes: [purpose] }).toSchema().toBER(),
          }),
        ]
      : []),
  ];
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey);
  await certificate.sign((issuer?.keys ?? keys).privateKey, 'SHA-256');
  return { certificate, keys };
}

function pemOf(certificate: pki.Certificate): string {
  const body = Buffer.from(certificate.toSchema().toBER()).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`;
}
