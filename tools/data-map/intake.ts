import type { Notes } from './terms.ts';

export const intake: Notes = {
  leads: {
    why: 'Photos and answers of a browser before there is an account',
    kept: 'thirty days without an account',
    columns: {
      secret_hash: 'ties it to one browser',
      first_name: 'how to address the person',
      last_name: 'how to address the person',
      email: 'to which account it belongs',
      phone: 'for the team to call',
      birth_date: 'eighteen or older',
      contact_at: 'when these were given',
      uploads: 'limits how many photos are sent',
      uploads_since: 'limits how many photos are sent',
      attached_at: 'when it became part of an account',
    },
  },
  photos: {
    why: 'The photos a simulation is made of, and the expressions a person chose to show; the pictures themselves lie sealed in the object store',
    columns: {
      path: 'its name within the account',
      width_px: 'pixels',
      height_px: 'pixels',
      is_verified: 'whether a face was found by itself',
      current_at: 'when it became the newest of its kind',
    },
  },
  answers: {
    why: 'What the questionnaire asks: goals, areas, earlier treatments',
    columns: { answers: 'the seven answers' },
  },
};
