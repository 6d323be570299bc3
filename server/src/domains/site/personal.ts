import type { PersonalData } from '#server/platform/personal/personal-data.ts';

export const siteData: PersonalData = {
  tables: {
    launch_lines: {
      why: 'The settled lines of the launch checklist',
      stays: 'permanently; names only the person who settled the line',
      mentions: ['settled_by'],
      columns: {
        line: 'the part of the site',
        note: 'the decision or the observation',
        settled_by: 'the person who settled it',
        settled_at: 'when it was settled',
      },
    },
    site_versions: {
      why: 'Figures and texts of the public site, with their history',
      stays: 'permanently; names only the person who wrote the version',
      mentions: ['made_by'],
      columns: {
        block: 'the part of the site',
        content: 'the content',
        is_shown: 'whether it is shown',
        is_confirmed: 'whether someone has confirmed it',
        is_published: 'draft or public',
        restored_from: 'the version that it restores',
        made_by: 'the person who made it',
        made_at: 'when it was made',
      },
    },
  },
};
