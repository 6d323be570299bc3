import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export const CLIENT = { id: 'flaira', secret: 'a-secret-of-the-provider' } as const;

/** The provider's claims about a person. */
export interface Identity {
  readonly sub: string;
  /** The registration number as Pro Santé Connect writes it: the digit 8, then the RPPS number. */
  readonly SubjectNameID?: string;
  readonly acr?: string;
  readonly email?: string;
  readonly email_verified?: boolean;
}

interface Grant {
  readonly identity: Identity;
  readonly asked: URLSearchParams;
}

/** The name that Pro Santé Connect gives to its discovery document. */
const DISCOVERY = '/.well-known/wallet-openid-configuration';

export interface OpenIdProvider {
  readonly discoveryUrl: string;
  /** Faults in the provider's tokens, which the service must detect. */
  lie: {
    nonce?: string;
    audience?: string;
    issuer?: string;
    /** The issuer that the discovery document names. */
    documentIssuer?: string;
    key?: KeyObject;
    sub?: string;
    withoutIdToken?: boolean;
    expired?: boolean;
    /** Seconds since the person signed in at the provider. If null, the token does not contain this time. */
    signedInAgo?: number | null;
  };
  mood: 'works' | 'away';
  /** Signs the person in at the provider. Returns the address to which the browser is redirected. */
  signIn(address: string, identity: Identity): string;
}

/**
 * Starts an OpenID provider on its own port. The provider requires PKCE and the client's secret, and accepts each code
 * only once.
 */
export async function anOpenIdProvider(): Promise<OpenIdProvider> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, Identity>();
  const server = createServer((request, response) => {
    const say = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (provider.mood === 'away') return void say(503, {});
    const { pathname } = new URL(request.url ?? '/', issuer);
    if (pathname === DISCOVERY) return void say(200, discovery());
    if (pathname === '/jwks')
      return void say(200, { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: '1', alg: 'RS256', use: 'sig' }] });
    if (pathname === '/userinfo') {
      const identity = tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
      return void (identity
        ? say(200, {
            ...identity,
            sub: provider.lie.sub ?? identity.sub,
            acr: 'said-beside-the-token',
            auth_time: nowInSeconds(),
          })
        : say(401, {}));
    }
    if (pathname !== '/token') return void say(404, {});
    void bodyOf(request).then((form) => {
      const grant = codes.get(form.get('code') ?? '');
      codes.delete(form.get('code') ?? '');
      const isClient =
        request.headers.authorization === `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')}`;
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (
        !grant ||
        !isClient ||
        grant.asked.get('code_challenge') !== challenge ||
        grant.asked.get('redirect_uri') !== form.get('redirect_uri')
      )
        return say(400, { error: 'invalid_grant' });
      const access_token = randomUUID();
      tokens.set(access_token, grant.identity);
      return say(200, {
        access_token,
        token_type: 'Bearer',
        expires_in: 60,
        ...(provider.lie.withoutIdToken ? {} : { id_token: idToken(grant) }),
      });
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void server.close());
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const discovery = () => ({
    issuer: provider.lie.documentIssuer ?? issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    id_token_signing_alg_values_supported: ['RS256'],
  });
  const idToken = ({ identity: { sub, acr }, asked }: Grant): string => {
    const { lie } = provider;
    const now = nowInSeconds() - (lie.expired ? 7200 : 0);
    const claims = {
      iss: lie.issuer ?? issuer,
      aud: lie.audience ?? CLIENT.id,
      sub,
      acr,
      nonce: lie.nonce ?? asked.get('nonce'),
      iat: now,
      exp: now + 300,
      ...(lie.signedInAgo !== null && { auth_time: now - (lie.signedInAgo ?? 0) }),
    };
    const text = [{ alg: 'RS256', kid: '1', typ: 'JWT' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${text}.${sign('sha256', Buffer.from(text), lie.key ?? privateKey).toString('base64url')}`;
  };
  const provider: OpenIdProvider = {
    discoveryUrl: `${issuer}${DISCOVERY}`,
    lie: {},
    mood: 'works',
    signIn(address, identity) {
      const asked = new URL(address).searchParams;
      const code = randomUUID();
      codes.set(code, { identity, asked });
      return `${asked.get('redirect_uri')}?${new URLSearchParams({ code, state: asked.get('state') ?? '', iss: issuer })}`;
    },
  };
  return provider;
}

const nowInSeconds = (): number => Math.floor(Date.now() / 1000);

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}
