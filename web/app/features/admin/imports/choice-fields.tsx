import { useTranslation } from 'react-i18next';
import { PracticeCountries } from '#contract/directory.ts';
import { type DateOrder, DateOrders, ImportGrounds } from '#contract/imports.ts';
import { languageNames, type ReadingLanguage, ReadingLanguages } from '#contract/languages.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { Grid, Stack } from '#web/ui/layout.tsx';
import { Select, TextArea } from '#web/ui/text-field.tsx';
import styles from './imports.module.css';

/** The import settings that apply to the whole file. */
export interface FileChoices {
  readonly date_order: DateOrder;
  readonly country: (typeof PracticeCountries)[number];
  readonly language: ReadingLanguage;
  readonly ground: (typeof ImportGrounds)[number] | null;
  readonly ground_note: string;
}

interface Props {
  choices: FileChoices;
  onChange: (part: Partial<FileChoices>) => void;
}

/** The fields for the formats of dates and phone numbers, and for the language of the patients. */
export function ReadingFields({ choices, onChange }: Props) {
  const { t } = useTranslation('imports');
  const countries = new Intl.DisplayNames([useLocale()], { type: 'region' });
  return (
    <Stack as="section" gap={16} aria-labelledby="import-reading">
      <h2 className="h4" id="import-reading">
        {t('reading.title')}
      </h2>
      <Grid gap={16} min={220} align="start" fill>
        <Select
          label={t('reading.order')}
          value={choices.date_order}
          onChange={({ target }) => onChange({ date_order: target.value as DateOrder })}
        >
          {DateOrders.map((one) => (
            <option key={one} value={one}>
              {t(`reading.order.${one}`)}
            </option>
          ))}
        </Select>
        <Select
          label={t('reading.country')}
          hint={t('reading.country.hint')}
          value={choices.country}
          onChange={({ target }) => onChange({ country: target.value as FileChoices['country'] })}
        >
          {PracticeCountries.map((code) => (
            <option key={code} value={code}>
              {countries.of(code)}
            </option>
          ))}
        </Select>
        <Select
          label={t('reading.language')}
          hint={t('reading.language.hint')}
          value={choices.language}
          onChange={({ target }) => onChange({ language: target.value as ReadingLanguage })}
        >
          {ReadingLanguages.map((code) => (
            <option key={code} value={code}>
              {languageNames[code]}
            </option>
          ))}
        </Select>
      </Grid>
    </Stack>
  );
}

/** The fields for the legal basis of the import. It is chosen once and stored with every record. */
export function GroundFields({ choices, onChange, isTried }: Props & { isTried: boolean }) {
  const { t } = useTranslation('imports');
  return (
    <Stack as="section" gap={16} aria-labelledby="import-ground">
      <h2 className="h4" id="import-ground">
        {t('ground.title')}
      </h2>
      <p className="small muted">{t('ground.lead')}</p>
      <Stack as="fieldset" gap={8} className={styles.choices} aria-labelledby="import-ground">
        {ImportGrounds.map((one) => (
          <label key={one} className={styles.choice}>
            <input
              type="radio"
              name="ground"
              checked={choices.ground === one}
              onChange={() => onChange({ ground: one })}
            />
            <span className="strong">{t(`ground.${one}`)}</span>
            <span className="small muted">{t(`ground.${one}.text`)}</span>
          </label>
        ))}
      </Stack>
      {isTried && !choices.ground && (
        <p className={styles.problem} role="alert">
          {t('ground.missing')}
        </p>
      )}
      <TextArea
        label={t('ground.note')}
        hint={t('ground.note.hint')}
        rows={2}
        maxLength={500}
        value={choices.ground_note}
        error={isTried && choices.ground_note.trim() === '' && t('ground.note.missing')}
        onChange={({ target }) => onChange({ ground_note: target.value })}
      />
    </Stack>
  );
}
