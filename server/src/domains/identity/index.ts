import type { Access } from '#contract/access.ts';
import type { Context } from '#server/platform/context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { Registered } from '#server/platform/domain.ts';
import { createAuth } from './create-auth.ts';
import { handleAuth } from './handle-auth.ts';
import { defineIdentityJobs } from './jobs.ts';
import { accountRouter, choicesRouter, identityRouter, usersAdminRouter } from './handlers.ts';
import { professionalDoor } from './professional/door.ts';
import { callerResolver } from './resolve-caller.ts';
import { admit } from './policy.ts';
import { identityData } from './personal.ts';
import { takeReply } from './sms/take-reply.ts';
import './events.ts';
import './identity.table.ts';
export { findAgreedNumber, findAgreedPerson } from './sms/sms-numbers.queries.ts';
export { smsWord } from './sms/sms-word.ts';
export {
  deleteLeadConsents,
  holdConsent,
  listConsenting,
  listConsents,
  lockConsentsOf,
  updateLeadConsentsOwner as adoptLeadConsents,
} from './consents.queries.ts';
export { choicesOf, choicesOfAll, type DigestReader, listDigestReaders, setChoices } from './choices/keep-choices.ts';
export { isConfirmed } from './confirm-password.ts';
export { getSigningKeys, type Proven, proveSignature } from './prove-signature.ts';
export { shownMethod } from './shown-method.ts';
export { countTry } from './limit-tries.ts';
export { appointAdmin, LINK_MIN, OtherRole } from './appoint-admin.ts';
export { createAccount, type NewAccount } from './create-account.ts';
export {
  findKnown,
  type KnownPerson,
  mailInvitation,
  mayBeMailed,
  makeInvited,
  removeInvited,
} from './invited.ts';
export { findOrMakeDeskAccount, mailDeskInvitation, type NewDeskAccount } from './desk-account.ts';
export { hashPassword } from './password-hash.ts';
export type { SecurityEventKind } from './identity.table.ts';
export { drawMail, type MailOptions, mailPerson, type MailTemplate, pageUrl, subjectOf } from './mail-person.ts';
export { isAlwaysMailed, listedAs, topicOf, topicOfMail } from './mail-routes.ts';
export { nameTagsOf } from './own/name-tags.ts';
export {
  findPractitioner,
  listVerifiedDoctors,
  listVerifiedPractitioners,
  requireSigner,
} from './practitioners.queries.ts';
export { findBirthDate, setBirthDate } from './patients.queries.ts';
export { admit, requireCallerIs } from './policy.ts';
export { discover } from './professional/provider.ts';
export { registerOf } from './registration/register.ts';
export { hasSecondFactor, needsSecondFactor } from './second-factor.ts';
export { isClosed } from './personal.ts';
export { hasConsent, recordConsent } from './record-consent.ts';
export { requireAdult, requireAdultPatient } from './require-adult.ts';
export {
  deleteUnconfirmedOfLead,
  findAccount,
  findContact,
  findUser,
  findUserByEmail,
  isSilentForUpdate,
  isTeamThere,
  listAdmins,
  listSilentPatients,
  lockAccount,
  namesOf,
  type Person,
  setPaidPlan,
} from './users.queries.ts';

/**
 * Registers the domain of accounts, sessions, roles and consent. The service calls this function once before it starts
 * to listen.
 */
export function register(ctx: Context) {
  const auth = createAuth(ctx);
  const professionals = professionalDoor(ctx);
  ctx.personal.add(identityData);
  defineIdentityJobs(ctx);
  ctx.outbox.on('sms.received', ({ payload, id }) => takeReply(ctx, payload, id), {
    name: 'identity',
    forgetPayload: true,
  });
  return {
    router: identityRouter(ctx),
    choices: choicesRouter(ctx),
    account: accountRouter(ctx),
    admin: usersAdminRouter(ctx),
    accounts: {
      resolveCaller: callerResolver(ctx, auth),
      admit: (caller: Caller, access: Access) => admit(ctx, caller, access),
      handle: (request: Request) => handleAuth(auth, request, professionals),
    },
  } satisfies Registered & { admin: unknown; choices: unknown; account: unknown };
}
