import type { PersonalData } from '#server/platform/personal/personal-data.ts';

export const siteData: PersonalData = {
  tables: {},
  mentions: { site_versions: ['made_by'], launch_lines: ['settled_by'] },
};
