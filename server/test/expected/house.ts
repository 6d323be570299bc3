import { all, everybody, adminOnly, nobody, type Rows } from './callers.ts';

const somewhere = { region: 'BE', language: 'en' };
const practitionersOnly = all(403, { visitor: 401, single_factor: 200, practitioner: 200, unverified: 200 });

/** The service itself: operations, site content, directory, cases seen from the panel. */
export const houseAnswers: Rows = {
  'casesAdmin.adminListCases': { expected: adminOnly },
  'operations.adminListAudit': { expected: adminOnly },
  'operations.adminCheckAuditChain': { expected: adminOnly },
  'operations.adminGetHealth': { expected: adminOnly },
  'operations.adminTryAgain': { input: () => ({ what: 'mail' }), expected: adminOnly },
  'site.adminGetSiteContent': { input: () => somewhere, expected: adminOnly },
  'site.adminSaveSiteBlock': {
    input: () => ({
      ...somewhere,
      content: { block: 'statistics', content: { clinics: 1, doctors: 2, patients: 3 } },
      is_shown: true,
      reason: '',
      is_confirmed: false,
      publish: false,
      newest_id: null,
    }),
    expected: adminOnly,
  },
  'site.adminDiscardSiteDraft': { input: () => ({ ...somewhere, block: 'claims' }), expected: adminOnly },
  'site.adminListSiteVersions': { input: () => ({ ...somewhere, block: 'claims' }), expected: adminOnly },
  'site.adminRestoreSiteVersion': {
    input: () => ({ id: nobody, newest_id: null }),
    expected: all(403, { visitor: 401, admin: 404 }),
  },
  'directory.searchPractitioners': { input: () => ({ city: 'Lyon' }), expected: everybody },
  'directory.suggestCities': { input: () => ({ text: 'Ly' }), expected: everybody },
  'directory.getMyPublicProfile': { expected: practitionersOnly },
  'directory.saveMyPublicProfile': {
    input: () => ({
      specialities: [],
      languages: [],
      introduction_en: '',
      introduction_fr: '',
      places: [],
      is_listed: false,
    }),
    expected: practitionersOnly,
  },
  'directory.adminListProfiles': { expected: adminOnly },
  'directory.adminHideProfile': {
    input: () => ({ user_id: nobody, is_hidden: false, reason: '' }),
    expected: all(403, { visitor: 401, admin: 404 }),
  },
};
