import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PracticeCountries, type Practice } from '#contract/directory.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Select, TextField } from '#web/ui/text-field.tsx';
import type { PageForm } from './use-my-page.ts';
import styles from './my-page.module.css';

const texts = [
  ['name', 'organization'],
  ['street', 'street-address'],
  ['postal_code', 'postal-code'],
  ['city', 'address-level2'],
] as const;

interface Props {
  form: PageForm;
  place: Practice;
  index: number;
}

export function PlaceFields({ form, place, index }: Props) {
  const { t } = useTranslation('directory');
  const countries = new Intl.DisplayNames(useLocale(), { type: 'region' });
  const errorOf = (name: string): string | undefined => {
    const code = form.faults.get(`places.${index}.${name}`);
    if (!code) return undefined;
    return code === 'unknown_city' ? t('mine.unknownCity') : t('mine.needed');
  };
  return (
    <fieldset className={styles.place}>
      <legend>{t('mine.place', { nth: index + 1 })}</legend>
      <IconButton
        className={styles.remove}
        icon={Trash2}
        label={t('mine.removePlace', { nth: index + 1 })}
        onClick={() => form.removePlace(index)}
      />
      <div className={styles.placeFields}>
        {texts.map(([name, autoComplete]) => (
          <TextField
            key={name}
            label={t(name === 'name' ? 'mine.placeName' : `mine.${name}`)}
            optional={name === 'name'}
            required={false}
            autoComplete={autoComplete}
            error={errorOf(name)}
            value={place[name]}
            onChange={(event) => form.putPlace(index, { [name]: event.target.value })}
          />
        ))}
        <Select
          label={t('mine.country')}
          value={place.country}
          onChange={(event) => form.putPlace(index, { country: event.target.value as Practice['country'] })}
        >
          {PracticeCountries.map((code) => (
            <option key={code} value={code}>
              {countries.of(code)}
            </option>
          ))}
        </Select>
      </div>
    </fieldset>
  );
}
