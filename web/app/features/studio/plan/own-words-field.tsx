import { useTranslation } from 'react-i18next';
import { languageNames, type ReadingLanguage, ReadingLanguages } from '#contract/languages.ts';
import { useReadingLanguage } from '#web/lib/reading-language.ts';
import { Stack } from '#web/ui/layout.tsx';
import { Select, TextArea } from '#web/ui/text-field.tsx';

interface Written {
  text: string;
  language: ReadingLanguage;
}
interface Props {
  label: string;
  hint?: string;
  max: number;
  rows: number;
  value: Written | null;
  disabled?: boolean;
  /** Called with null if the field is empty. */
  onChange: (value: Written | null) => void;
}

/**
 * A field for text in the doctor's own words, and for the language of this text. The text is not translated, so the
 * patient reads it as the doctor wrote it.
 */
export function OwnWordsField({ label, hint, max, rows, value, disabled, onChange }: Props) {
  const { t } = useTranslation('studio');
  const reader = useReadingLanguage();
  const language = value?.language ?? reader;
  const text = value?.text ?? '';
  return (
    <Stack gap={4}>
      <TextArea
        label={label}
        hint={hint}
        rows={rows}
        maxLength={max}
        lang={language}
        dir="auto"
        value={text}
        disabled={disabled}
        required={false}
        onChange={(event) => {
          const written = event.currentTarget.value;
          onChange(written === '' ? null : { text: written, language });
        }}
      />
      {text !== '' && (
        <Select
          label={t('session.language')}
          value={language}
          disabled={disabled}
          onChange={(event) => {
            const chosen = ReadingLanguages.find((one) => one === event.currentTarget.value);
            if (chosen) onChange({ text, language: chosen });
          }}
        >
          {ReadingLanguages.map((one) => (
            <option key={one} value={one}>
              {languageNames[one]}
            </option>
          ))}
        </Select>
      )}
    </Stack>
  );
}
