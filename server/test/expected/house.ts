import { all, nobody, type Rows, shot } from './callers.ts';

const noImport = { import_id: nobody };
const somewhere = { region: 'BE', language: 'en' };

/** Expected responses of the procedures for operations, site content, the directory, and cases in the admin panel. */
export const houseAnswers: Rows = {
  'casesAdmin.adminListCases': {},
  'operations.adminListAudit': {},
  'operations.adminCheckAuditChain': {},
  'operations.adminGetHealth': {},
  'operations.adminTryAgain': { input: () => ({ what: 'mail' }) },
  'evidence.getEvidence': { expected: all(200) },
  'evidence.getCalibrations': {},
  // No report suggests a correction, and no proposal is open.
  'evidence.proposeCalibration': { input: () => ({ to: 'offered' }), expected: all(409) },
  'evidence.withdrawCalibration': { input: () => ({ number: 1 }), expected: all(409) },
  'evidence.drawCalibration': { input: () => ({ number: 1, treatment: 'chin' }), expected: all(409) },
  'evidence.decideCalibration': { input: () => ({ number: 1, decision: 'declined' }), expected: all(409) },
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
  'site.adminDiscardSiteDraft': { input: () => ({ ...somewhere, block: 'claims', newest_id: null }) },
  'site.adminListSiteVersions': { input: () => ({ ...somewhere, block: 'claims' }) },
  'site.adminRestoreSiteVersion': {
    input: () => ({ id: nobody, newest_id: null }),
    expected: all(404),
  },
  'imports.adminListImports': {},
  'imports.adminGetImport': { input: () => noImport, expected: all(404) },
  'imports.adminStartImport': {
    input: () => ({
      import_id: '5b0e6c0e-2f6f-4c54-8f0f-6f6f3f0f6f6f',
      name: 'patients.csv',
      ground: 'care',
      ground_note: 'Same clinic',
      date_order: 'dmy',
      country: 'FR',
      language: 'fr',
      expected: 1,
    }),
  },
  'imports.adminAddImportRows': {
    input: () => ({ ...noImport, rows: [{ line: 2, cells: { email: 'a@example.org' } }] }),
    expected: all(404),
  },
  'imports.adminCheckImport': { input: () => noImport, expected: all(404) },
  'imports.adminListImportRows': { input: () => noImport, expected: all(404) },
  'imports.adminRunImport': { input: () => noImport, expected: all(404) },
  'imports.adminDropImport': { input: () => noImport, expected: all(404) },
  'imports.adminUndoImport': { input: () => noImport, expected: all(404) },
  'imports.adminInviteImported': { input: () => noImport, expected: all(404) },
  'imports.adminInviteAgain': { input: ({ ids }) => ({ user_id: ids.patient }), expected: all(404) },
  'imports.getMyImported': {},
  'imports.adminImportPhoto': {
    form: (subjects) => shot(subjects, { ...noImport, patient: 'a@example.org', taken_on: '2024-05-03' }),
    expected: all(404),
  },
  'incidents.adminListIncidents': {},
  'incidents.adminOpenIncident': {
    input: () => ({ title: 'Lost laptop', summary: 'Encrypted', noticed_at: '2026-06-01T08:00:00.000Z' }),
  },
  'incidents.adminAssessIncident': {
    input: () => ({ id: nobody, risk: 'none', people: 0, was: { risk: 'unknown', people: null } }),
    expected: all(404),
  },
  'incidents.adminSettleIncidentStep': {
    input: () => ({
      id: nobody,
      step: 'leak_stopped',
      state: 'done',
      note: 'Sessions ended',
      was: { state: 'open', note: '' },
    }),
    expected: all(404),
  },
  'incidents.adminCloseIncident': { input: () => ({ id: nobody }), expected: all(404) },
  'launch.adminGetLaunch': {},
  'launch.adminSettleLaunchLine': { input: () => ({ line: 'insurance', note: 'Policy 4711', note_was: '' }) },
  'launch.adminChooseWording': { input: () => ({ region: 'FR', wording: 'lawful', wording_was: null }) },
  'launch.adminPublishSite': { expected: all(409) },
  'directory.searchPractitioners': { input: () => ({ city: 'Lyon' }) },
  'directory.suggestCities': { input: () => ({ text: 'Ly' }) },
  'directory.getPublicProfile': { input: () => ({ slug: 'nobody' }) },
  // The directory lists only doctors.
  'directory.getMyPublicProfile': { expected: all(200, { nurse: 403 }) },
  'directory.saveMyPublicProfile': {
    input: () => ({
      specialities: [],
      languages: [],
      introduction_en: '',
      introduction_fr: '',
      places: [],
      is_listed: false,
    }),
    expected: all(200, { nurse: 403 }),
  },
  'directory.adminListProfiles': {},
  'directory.adminHideProfile': {
    input: () => ({ user_id: nobody, is_hidden: false, reason: '' }),
    expected: all(404),
  },
};
