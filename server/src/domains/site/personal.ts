import type { PersonalData } from '#server/platform/personal/personal-data.ts';

export const siteData: PersonalData = {
  tables: {
    launch_lines: {
      why: 'The settled lines of the launch checklist',
      stays: 'permanently; names only the person who settled the line',
      mentions: ['settled_by'],
      columns: {
        line: 'which part',
        note: 'what was decided or seen',
        settled_by: 'who settled it',
        settled_at: 'when it was settled',
      },
    },
    site_versions: {
      why: 'Figures and texts of the public site, with their history',
      stays: 'permanently; names only the person who wrote the version',
      mentions: ['made_by'],
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
  },
};
