import { NotificationTopics } from '#contract/choices.ts';
import { ConsentVersions } from '#contract/identity.ts';
import { all, nobody, type Rows } from './callers.ts';

const simulation = { purpose: 'simulation', version: ConsentVersions.simulation, language: 'en' };

/**
 * Expected responses of the procedures for accounts, choices and privacy, and for administrators' actions on accounts.
 */
export const accountsAnswers: Rows = {
  'identity.whoAmI': {},
  'identity.isAdmin': {},
  'identity.professionalSignIn': {},
  'identity.myProfessionalSignIn': {},
  // No account in this test is linked to a professional identity.
  'identity.unlinkProfessionalSignIn': { expected: all(404) },
  'identity.ensurePatientForMe': {},
  'identity.setMyLanguage': { input: () => ({ language: 'fr' }) },
  'identity.listMyConsents': {},
  'identity.giveConsent': {
    input: () => ({ ...simulation, purpose: 'research', version: ConsentVersions.research }),
  },
  'identity.withdrawConsent': { input: () => ({ purpose: 'marketing' }) },
  'identity.adminListPractitioners': {},
  'identity.adminVerifyPractitioner': {
    input: ({ ids }) => ({ user_id: ids.unverified, is_verified: false }),
  },
  'choices.getMyChoices': {},
  'choices.setMyChoices': {
    input: () => ({
      topics: Object.fromEntries(
        NotificationTopics.map((topic) => [topic, { in_app: true, email: true, push: false }]),
      ),
      quiet: null,
      digest: 'daily',
    }),
  },
  'account.getMyDetails': {},
  'account.setMyDetails': {
    input: () => ({ first_name: 'Claire', last_name: 'Moreau', phone: null, birth_date: null, language: 'en' }),
    // A practitioner's name comes from the register and cannot be changed.
    expected: all(200, { single_factor: 409, unverified: 409, colleague: 409, nurse: 409, practitioner: 409 }),
  },
  'account.getMySms': {},
  'account.askSmsCode': { input: () => ({ phone: '+33 6 12 34 56 78', zone: 'Europe/Paris' }) },
  // No code was sent before this call.
  'account.confirmSmsCode': { input: () => ({ code: '123456' }), expected: all(422) },
  'account.endMySms': {},
  'account.uploadMyAvatar': {
    form: ({ picture }) => {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'me.jpg');
      return form;
    },
  },
  'account.removeMyAvatar': {},
  'account.setMyBirthDate': { input: () => ({ birth_date: '1985-04-02' }) },
  // No caller in this test has confirmed their password again.
  'account.requestEmailChange': { input: () => ({ email: 'new@example.org' }), expected: all(403) },
  'account.cancelEmailChange': {},
  'account.confirmEmailChange': { input: () => ({ token: 'nothing' }), expected: all(404) },
  'account.listMySessions': {},
  'account.endMySession': { input: () => ({ session_id: nobody }), expected: all(404) },
  'account.listMySecurityEvents': {},
  'privacy.getMyExport': {},
  'privacy.requestMyExport': {},
  'privacy.listMyAccessLog': {},
  'privacy.getMyErasure': {},
  'privacy.eraseMyAccount': { input: () => ({ is_final: true }), expected: all(403) },
  'usersAdmin.adminListUsers': {},
  'usersAdmin.adminGetUser': { input: ({ ids }) => ({ user_id: ids.other }) },
  'usersAdmin.adminSetUserRole': {
    input: ({ ids }) => ({ user_id: ids.other, role: 'patient', reason: 'as it was' }),
  },
  'usersAdmin.adminSetUserPlan': {
    input: ({ ids }) => ({ user_id: ids.other, plan: 'plus', reason: 'goodwill' }),
  },
  'usersAdmin.adminSuspendUser': {
    input: ({ ids }) => ({ user_id: ids.other, is_suspended: false, reason: 'as it was' }),
  },
  'usersAdmin.adminEndUserSessions': {
    input: ({ ids }) => ({ user_id: ids.other, session_id: nobody, reason: 'asked for' }),
  },
};
