import { decodeJwt } from 'jose';
import { genericOAuth } from 'better-auth/plugins';
import * as z from 'zod';
import type { OpenIdConfig } from '#server/platform/config/config.ts';

/**
 * The name of the provider in paths and in the table of accounts. If we change the provider later, the stored issuer
 * distinguishes the links to the two providers.
 */
export const PROVIDER = 'professional';
/** The maximum number of seconds since the person signed in at the provider. */
export const SIGNED_IN_WITHIN_S = 300;
const PATIENCE_MS = 10_000;
const LARGEST_BYTES = 128 * 1024;

/** The fields of the discovery document that this module needs. Better Auth reads the other fields. */
const Discovery = z.object({
  issuer: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
});
type Discovery = z.infer<typeof Discovery>;

/** Thrown if the provider gives no answer or an invalid answer. */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway';
}

/**
 * Requests the provider's addresses. The address of the discovery document must begin with the issuer that the document
 * names (OpenID Connect Discovery, 4.3). Without this rule, one provider could act as another.
 *
 * @throws ProviderAway
 */
export async function discover({ discoveryUrl }: OpenIdConfig): Promise<Discovery> {
  const found = Discovery.safeParse(await getJson(discoveryUrl));
  if (!found.success) throw new ProviderAway('its discovery document is none');
  // Pro Santé Connect calls its discovery document wallet-openid-configuration. Only the part of the URL before
  // /.well-known/ is therefore compared.
  if (discoveryUrl.split('/.well-known/')[0] !== found.data.issuer.replace(/\/$/, ''))
    throw new ProviderAway('its discovery document names another issuer');
  return found.data;
}

/**
 * Returns Better Auth's plug-in for the provider. The plug-in handles PKCE, state and nonce. It requires a signed ID
 * token and checks the signature. It passes on an email address that no account can have. Therefore it neither creates
 * accounts nor finds them by email address.
 */
export const professionalProvider = (config: OpenIdConfig, found: Discovery) =>
  genericOAuth({
    config: [
      {
        providerId: PROVIDER,
        name: config.name,
        discoveryUrl: config.discoveryUrl,
        requireIdTokenVerification: true,
        clientId: config.clientId,
        clientSecret: config.clientSecret,
        authentication: found.token_endpoint_auth_methods_supported.includes('client_secret_basic') ? 'basic' : 'post',
        scopes: [...config.scopes],
        prompt: 'login',
        authorizationUrlParams: { acr_values: config.acr.join(' '), max_age: String(SIGNED_IN_WITHIN_S) },
        pkce: true,
        disableSignUp: true,
        disableImplicitSignUp: true,
        disableProviderLogout: true,
        accountSubject: ({ profile }) => `${found.issuer}#${String(profile.sub)}`,
        getUserInfo: ({ idToken, accessToken }) => readClaims(found, idToken, accessToken),
        mapProfileToUser: ({ sub }) => ({
          email: `${Buffer.from(String(sub)).toString('hex')}@professional.invalid`,
          emailVerified: false,
          name: '',
          image: undefined,
        }),
      },
    ],
  });

/**
 * Returns the claims of the ID token, which the plug-in has verified, together with the provider's further statements
 * about the same person.
 */
async function readClaims({ userinfo_endpoint: url }: Discovery, idToken?: string, accessToken?: string) {
  if (!idToken) return null;
  const claims = decodeJwt(idToken);
  if (!claims.sub) return null;
  const own = { ...claims, sub: claims.sub, acr: claims.acr, auth_time: claims.auth_time, emailVerified: false };
  if (!url || !accessToken) return own;
  const said = z
    .looseObject({ sub: z.string() })
    .safeParse(await getJson(url, { authorization: `Bearer ${accessToken}` }));
  if (!said.success || said.data.sub !== claims.sub) return null;
  // The claims of the signed token replace all others. Only the token may state how and when the person signed in.
  return { ...said.data, ...own };
}

async function getJson(address: string, headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
  try {
    const answer = await fetch(address, {
      headers: { accept: 'application/json', ...headers },
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (!answer.ok) throw new ProviderAway(`it answers ${answer.status}`);
    const text = await answer.text();
    if (text.length > LARGEST_BYTES) throw new ProviderAway('its answer is too long');
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof ProviderAway) throw error;
    throw new ProviderAway(`it does not answer (${(error as Error).message})`);
  }
}
