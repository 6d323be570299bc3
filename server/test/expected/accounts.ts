import { NotificationTopics } from '#contract/choices.ts';
import { ConsentVersions } from '#contract/identity.ts';
import { all, everybody, signedIn, patientsOnly, adminOnly, nowhere, nobody, type Rows } from './callers.ts';

const simulation = { purpose: 'simulation', version: ConsentVersions.simulation, language: 'en' };

/** Accounts, choices, privacy, and what an administrator does to accounts. */
export const accountsAnswers: Rows = {
  'identity.whoAmI': { expected: everybody },
  'identity.isAdmin': { expected: everybody },
  'identity.ensurePatientForMe': { expected: patientsOnly },
  'identity.setMyLanguage': { input: () => ({ language: 'fr' }), expected: signedIn },
  'identity.listMyConsents': { expected: signedIn },
  'identity.giveConsent': {
    input: () => ({ ...simulation, purpose: 'research', version: ConsentVersions.research }),
    expected: signedIn,
  },
  'identity.withdrawConsent': { input: () => ({ purpose: 'marketing' }), expected: signedIn },
  'identity.adminListPractitioners': { expected: adminOnly },
  'identity.adminVerifyPractitioner': {
    input: ({ ids }) => ({ user_id: ids.unverified, is_verified: false }),
    expected: adminOnly,
  },
  'choices.getMyChoices': { expected: signedIn },
  'choices.setMyChoices': {
    input: () => ({
      topics: Object.fromEntries(
        NotificationTopics.map((topic) => [topic, { in_app: true, email: true, push: false }]),
      ),
      quiet: null,
      digest: 'daily',
    }),
    expected: signedIn,
  },
  'account.getMyDetails': { expected: signedIn },
  'account.setMyDetails': {
    input: () => ({ first_name: 'Claire', last_name: 'Moreau', phone: null, birth_date: null, language: 'en' }),
    // The name of a practitioner stands as it is registered.
    expected: all(409, { visitor: 401, patient: 200, other: 200, admin: 200 }),
  },
  'account.uploadMyAvatar': {
    form: ({ picture }) => {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'me.jpg');
      return form;
    },
    expected: signedIn,
  },
  'account.removeMyAvatar': { expected: signedIn },
  // Nobody here has given the password once more.
  'account.requestEmailChange': { input: () => ({ email: 'new@example.org' }), expected: all(403, { visitor: 401 }) },
  'account.cancelEmailChange': { expected: signedIn },
  'account.confirmEmailChange': { input: () => ({ token: 'nothing' }), expected: nowhere },
  'account.listMySessions': { expected: signedIn },
  'account.endMySession': { input: () => ({ session_id: nobody }), expected: all(404, { visitor: 401 }) },
  'account.listMySecurityEvents': { expected: signedIn },
  'privacy.getMyExport': { expected: signedIn },
  'privacy.requestMyExport': { expected: signedIn },
  'privacy.listMyAccessLog': { expected: signedIn },
  'privacy.getMyErasure': { expected: patientsOnly },
  'privacy.eraseMyAccount': { input: () => ({ is_final: true }), expected: all(403, { visitor: 401 }) },
  'usersAdmin.adminListUsers': { expected: adminOnly },
  'usersAdmin.adminGetUser': { input: ({ ids }) => ({ user_id: ids.other }), expected: adminOnly },
  'usersAdmin.adminSetUserRole': {
    input: ({ ids }) => ({ user_id: ids.other, role: 'patient', reason: 'as it was' }),
    expected: adminOnly,
  },
  'usersAdmin.adminSetUserPlan': {
    input: ({ ids }) => ({ user_id: ids.other, plan: 'plus', reason: 'goodwill' }),
    expected: adminOnly,
  },
  'usersAdmin.adminSuspendUser': {
    input: ({ ids }) => ({ user_id: ids.other, is_suspended: false, reason: 'as it was' }),
    expected: adminOnly,
  },
  'usersAdmin.adminEndUserSessions': {
    input: ({ ids }) => ({ user_id: ids.other, session_id: nobody, reason: 'asked for' }),
    expected: adminOnly,
  },
};
