import type { BetterAuthOptions } from 'better-auth';
import { getSessionFromCtx } from 'better-auth/api';
import { numberKindOf, plainNumber, type RegisteredAs } from '#contract/registration.ts';
import type { Context } from '#server/platform/context.ts';
import type { OpenIdConfig } from '#server/platform/config/config.ts';
import { PROVIDER, SIGNED_IN_WITHIN_S } from './provider.ts';

type Check = NonNullable<NonNullable<BetterAuthOptions['user']>['validateUserInfo']>;
/**
 * The reason for refusing a sign-in through the provider, or a link to the provider. Its message is
 * `identity:professional.refused.<code>`.
 */
type No =
  | 'ACR_NOT_ENOUGH'
  | 'SIGN_IN_TOO_OLD'
  | 'NOT_A_VERIFIED_DOCTOR'
  | 'OTHER_REGISTRATION'
  | 'OTHER_SESSION'
  | 'LINKED_ALREADY'
  | 'NOT_LINKED';

/**
 * Returns a check that runs before a doctor is linked to an identity of the provider, and before each sign-in with
 * it. The provider must state that it has just checked two factors. It must also name the registration that an
 * administrator verified here. Only the signed-in person can create a link.
 */
export const checkClaims =
  (ctx: Context, config: OpenIdConfig): Check =>
  async ({ user, source }, call) => {
    if (source.method !== 'oauth') return undefined;
    const no = await refusalOf(ctx, config, String(user.id), source, await sessionUserOf(call));
    if (!no) return undefined;
    ctx.log.warn({ part: 'accounts', code: no, action: source.action }, 'sign-in of professionals refused');
    return { error: no };
  };

async function refusalOf(
  ctx: Context,
  config: OpenIdConfig,
  userId: string,
  { action, oauth }: Parameters<Check>[0]['source'],
  signedIn: string | undefined,
): Promise<No | null> {
  const claims = oauth?.profile ?? {};
  if (oauth?.providerId !== PROVIDER || action === 'create-user') return 'NOT_LINKED';
  if (!config.acr.includes(String(claims.acr))) return 'ACR_NOT_ENOUGH';
  if (!isJustNow(claims.auth_time)) return 'SIGN_IN_TOO_OLD';
  const doctor = await findDoctor(ctx, userId);
  if (!doctor) return 'NOT_A_VERIFIED_DOCTOR';
  if (!isSameNumber(doctor, claims[config.registrationClaim])) return 'OTHER_REGISTRATION';
  if (action === 'sign-in') return null;
  if (signedIn !== userId) return 'OTHER_SESSION';
  return doctor.has_link ? 'LINKED_ALREADY' : null;
}

/** The largest difference between the provider's clock and ours, in seconds. */
const CLOCK_SKEW_S = 60;

/**
 * Returns true if `auth_time`, in seconds since 1970, is recent. A provider must send `auth_time` if the request
 * contains `max_age` (OpenID Connect Core, 3.1.2.1).
 */
function isJustNow(authTime: unknown): boolean {
  if (typeof authTime !== 'number') return false;
  const age = Date.now() / 1000 - authTime;
  return age >= -CLOCK_SKEW_S && age <= SIGNED_IN_WITHIN_S + CLOCK_SKEW_S;
}

const sessionUserOf = async (call: Parameters<Check>[1]): Promise<string | undefined> =>
  (await getSessionFromCtx(call))?.user.id;

const findDoctor = ({ db }: Context, userId: string) =>
  db
    .selectFrom('practitioners as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select(['d.registration_number', 'd.registration_body'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('accounts as a')
          .select('a.id')
          .whereRef('a.user_id', '=', 'u.id')
          .where('a.provider_id', '=', PROVIDER),
      ).as('has_link'),
    )
    .where('d.user_id', '=', userId)
    .where('u.role', '=', 'practitioner')
    .where('u.suspended_at', 'is', null)
    .where('d.profession', '=', 'doctor')
    .where('d.verified_at', 'is not', null)
    .executeTakeFirst();

/**
 * The first digit of a French national identifier identifies the register: 8 for RPPS, 0 for ADELI. The registration
 * number follows.
 */
const prefixes = { rpps: '8', adeli: '0' } as const;

/** Returns true if the claim contains the verified registration. */
export function isSameNumber(registered: RegisteredAs, claim: unknown): boolean {
  if (typeof claim !== 'string') return false;
  const own = plainNumber(registered.registration_number);
  const kind = numberKindOf(registered);
  const said = plainNumber(claim);
  return own !== '' && (said === own || (kind !== null && said === `${prefixes[kind]}${own}`));
}
