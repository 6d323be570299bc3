import type { Notes } from './terms.ts';

/** The directory of practitioners and the content of the public site. */
export const publicPages: Notes = {
  practitioner_profiles: {
    why: 'The public page of a practitioner who agreed to one',
    columns: {
      specialities: 'what they do',
      languages: 'what they speak',
      introduction_en: 'what they say of themselves',
      introduction_fr: 'what they say of themselves',
      listed_at: 'since when it is public',
      hidden_at: 'when an administrator took it away',
      hidden_by: 'who did',
      hidden_reason: 'why',
    },
  },
  practitioner_places: {
    why: 'Where a practitioner works',
    columns: {
      street: 'the address',
      postal_code: 'the address',
      city: 'the address',
      country: 'the address',
      latitude: 'the place on the map',
      longitude: 'the place on the map',
    },
  },
  launch_lines: {
    why: 'What was settled before the public pages were published',
    kept: 'for good; about nobody but who settled it',
    columns: {
      line: 'which part',
      note: 'what was decided or seen',
      settled_by: 'who settled it',
      settled_at: 'when it was settled',
    },
  },
  incidents: {
    why: 'Register of personal data breaches (GDPR, article 33(5))',
    kept: 'for good; names only the administrator who recorded it',
    columns: {
      title: 'what happened, in a few words',
      summary: 'what is known',
      noticed_at: 'when it was noticed',
      risk: 'risk to people',
      people: 'how many people',
      opened_by: 'who recorded it',
      opened_at: 'when it was recorded',
      closed_by: 'who closed it',
      closed_at: 'when it was closed',
    },
  },
  incident_steps: {
    why: 'Steps taken after a personal data breach',
    kept: 'with the register',
    columns: {
      incident_id: 'which incident',
      step: 'which step',
      state: 'done or not needed',
      note: 'what was done, or why not',
      settled_by: 'who settled it',
      settled_at: 'when it was settled',
    },
  },
  site_versions: {
    why: 'Figures and words of the public site, with their history',
    kept: 'for good; about nobody but who made it',
    columns: {
      block: 'which part',
      content: 'what it says',
      is_shown: 'whether it is shown',
      is_confirmed: 'whether somebody vouches for it',
      is_published: 'draft or public',
      restored_from: 'the version it brings back',
      made_by: 'who made it',
      made_at: 'when it was made',
    },
  },
};
