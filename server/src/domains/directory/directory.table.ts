import type { ColumnType } from 'kysely';
import type { Practice, Speciality, SpokenLanguage } from '#contract/directory.ts';

export interface PractitionerProfilesTable {
  user_id: string;
  slug: string;
  specialities: Speciality[];
  languages: SpokenLanguage[];
  introduction_en: string;
  introduction_fr: string;
  listed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  hidden_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  hidden_by: ColumnType<string | null, string | null | undefined, string | null>;
  hidden_reason: ColumnType<string | null, string | null | undefined, string | null>;
  updated_at: Date;
}

export interface PractitionerPlacesTable extends Practice {
  user_id: string;
  position: number;
  latitude: number;
  longitude: number;
}

declare module '#server/platform/db/db.ts' {
  interface Database {
    practitioner_profiles: PractitionerProfilesTable;
    practitioner_places: PractitionerPlacesTable;
  }
}
