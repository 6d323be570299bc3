import { useTranslation } from 'react-i18next';
import { type ImportField, ImportFields } from '#contract/imports.ts';
import { Grid, Stack } from '#web/ui/layout.tsx';
import { Select } from '#web/ui/text-field.tsx';
import type { CsvFile, Mapping } from './read-csv.ts';

const groups: Readonly<Record<'person' | 'visit', readonly ImportField[]>> = {
  person: ['email', 'first_name', 'last_name', 'birth_date', 'phone', 'reference'],
  visit: ImportFields.slice(ImportFields.indexOf('treated_on')),
};

interface Props {
  file: CsvFile;
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
  isTried: boolean;
  /** True if each row must contain a reference to the patient's consent. */
  needsConsent: boolean;
}

/** Assigns columns of the file to fields. Below each field are the values of the first rows. */
export function MappingFields({ file, mapping, onChange, isTried, needsConsent }: Props) {
  const { t } = useTranslation('imports');
  const put = (field: ImportField, value: string) => {
    const next = { ...mapping };
    if (value === '') delete next[field];
    else next[field] = Number(value);
    onChange(next);
  };
  const isMissing = (field: ImportField) =>
    isTried && mapping[field] === undefined && (field === 'email' || (needsConsent && field === 'consent_reference'));
  return (Object.keys(groups) as (keyof typeof groups)[]).map((group) => (
    <Stack as="section" key={group} gap={16} aria-labelledby={`import-${group}`}>
      <h2 className="h4" id={`import-${group}`}>
        {t(`mapping.${group}`)}
      </h2>
      <p className="small muted">{t(`mapping.${group}.lead`)}</p>
      <Grid gap={16} min={220} align="start" fill>
        {groups[group].map((field) => (
          <Select
            key={field}
            label={t(`field.${field}`)}
            hint={sampleOf(file, mapping[field]) || t('mapping.none')}
            error={isMissing(field) && t('mapping.missing')}
            optional={field !== 'email'}
            value={mapping[field] ?? ''}
            onChange={({ target }) => put(field, target.value)}
          >
            <option value="">{t('mapping.leave')}</option>
            {file.heads.map((head, column) => (
              // Two columns may have the same heading, so the position is the key.
              // oxlint-disable-next-line react/no-array-index-key
              <option key={column} value={column}>
                {head || t('mapping.column', { number: column + 1 })}
              </option>
            ))}
          </Select>
        ))}
      </Grid>
    </Stack>
  ));
}

const SAMPLES = 3;

function sampleOf({ rows }: CsvFile, column: number | undefined): string {
  if (column === undefined) return '';
  const cells = rows.slice(0, 50).map(({ cells: all }) => (all[column] ?? '').trim());
  return [...new Set(cells.filter(Boolean))].slice(0, SAMPLES).join(' · ').slice(0, 90);
}
