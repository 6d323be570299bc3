import { all, nobody, type Rows } from './callers.ts';

const somewhere = { region: 'BE', language: 'en' };

/** The service itself: operations, site content, directory, cases seen from the panel. */
export const houseAnswers: Rows = {
  'casesAdmin.adminListCases': {},
  'operations.adminListAudit': {},
  'operations.adminCheckAuditChain': {},
  'operations.adminGetHealth': {},
  'operations.adminTryAgain': { input: () => ({ what: 'mail' }) },
  'site.readSite': { input: () => ({ language: 'en' }) },
  'site.adminGetSiteContent': { input: () => somewhere },
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
  },
  'site.adminDiscardSiteDraft': { input: () => ({ ...somewhere, block: 'claims' }) },
  'site.adminListSiteVersions': { input: () => ({ ...somewhere, block: 'claims' }) },
  'site.adminRestoreSiteVersion': {
    input: () => ({ id: nobody, newest_id: null }),
    expected: all(404),
  },
  'incidents.adminListIncidents': {},
  'incidents.adminOpenIncident': {
    input: () => ({ title: 'Lost laptop', summary: 'Encrypted', noticed_at: '2026-06-01T08:00:00.000Z' }),
  },
  'incidents.adminAssessIncident': { input: () => ({ id: nobody, risk: 'none', people: 0 }), expected: all(404) },
  'incidents.adminSettleIncidentStep': {
    input: () => ({ id: nobody, step: 'leak_stopped', state: 'done', note: 'Sessions ended' }),
    expected: all(404),
  },
  'incidents.adminCloseIncident': { input: () => ({ id: nobody }), expected: all(404) },
  'launch.adminGetLaunch': {},
  'launch.adminSettleLaunchLine': { input: () => ({ line: 'insurance', note: 'Policy 4711' }) },
  'launch.adminChooseWording': { input: () => ({ region: 'FR', wording: 'lawful' }) },
  'launch.adminPublishSite': { expected: all(409) },
  'directory.searchPractitioners': { input: () => ({ city: 'Lyon' }) },
  'directory.suggestCities': { input: () => ({ text: 'Ly' }) },
  'directory.getPublicProfile': { input: () => ({ slug: 'nobody' }) },
  'directory.getMyPublicProfile': {},
  'directory.saveMyPublicProfile': {
    input: () => ({
      specialities: [],
      languages: [],
      introduction_en: '',
      introduction_fr: '',
      places: [],
      is_listed: false,
    }),
  },
  'directory.adminListProfiles': {},
  'directory.adminHideProfile': {
    input: () => ({ user_id: nobody, is_hidden: false, reason: '' }),
    expected: all(404),
  },
};
