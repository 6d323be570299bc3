import type { ColumnType, Generated } from 'kysely';
import type { Language } from '#contract/base.ts';
import type { SettledLine } from '#contract/launch.ts';
import type { SiteBlock, SiteContent, SiteRegion } from '#contract/site.ts';

export interface SiteVersionsTable {
  id: Generated<string>;
  number: ColumnType<number, never, never>;
  region: SiteRegion;
  language: Language;
  block: SiteBlock;
  content: ColumnType<SiteContent['content'], string, string>;
  is_shown: boolean;
  reason: string;
  is_confirmed: boolean;
  is_published: boolean;
  restored_from: string | null;
  made_by: string | null;
  made_at: Date;
}

export interface LaunchLinesTable {
  line: SettledLine | 'published';
  note: string;
  settled_by: string | null;
  settled_at: Date;
}

declare module '#server/platform/db/db.ts' {
  interface Database {
    site_versions: SiteVersionsTable;
    launch_lines: LaunchLinesTable;
  }
}
