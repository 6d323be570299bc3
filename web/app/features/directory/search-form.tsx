import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type DirectorySearch, Specialities, SpokenLanguages } from '#contract/directory.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import '#web/ui/field.css';
import { useWords } from './use-words.ts';
import styles from './search-form.module.css';

interface Props {
  search: DirectorySearch;
  cities: readonly string[];
}

/**
 * The search as a plain HTML form. The address contains the chosen values. The service fills them into the form when it
 * sends the page.
 */
export function SearchForm({ search, cities }: Props) {
  const { t } = useTranslation('directory');
  const words = useWords();
  const action = inLanguage('/practitioners', useLocale());
  return (
    <search aria-label={t('search.label')}>
      <form className={styles.form} action={action} method="get">
        <div className="field">
          <label className="field__label" htmlFor="city">
            {t('search.city')}
          </label>
          <input
            className="input"
            id="city"
            name="city"
            list="cities"
            maxLength={80}
            autoComplete="address-level2"
            placeholder={t('search.cityHint')}
            defaultValue={search.city}
          />
          <datalist id="cities" aria-label={t('search.city')}>
            {cities.map((city) => (
              <option key={city}>{city}</option>
            ))}
          </datalist>
        </div>
        <Choice name="speciality" codes={Specialities} chosen={search.speciality} label={words.speciality} />
        <Choice name="language" codes={SpokenLanguages} chosen={search.language} label={words.language} />
        <button type="submit" className={buttonClass({ variant: 'primary' })}>
          <span className="button__label">
            <Icon as={Search} size="s" />
            {t('search.submit')}
          </span>
        </button>
      </form>
    </search>
  );
}

interface ChoiceProps<C extends string> {
  name: 'speciality' | 'language';
  codes: readonly C[];
  chosen: C | null;
  label: (code: C) => string;
}

function Choice<C extends string>({ name, codes, chosen, label }: ChoiceProps<C>) {
  const { t } = useTranslation('directory');
  return (
    <div className="field">
      <label className="field__label" htmlFor={name}>
        {t(`search.${name}`)}
      </label>
      <select className={`input ${styles.select}`} id={name} name={name} defaultValue={chosen ?? ''}>
        <option value="">{t('search.any')}</option>
        {codes.map((code) => (
          <option key={code} value={code}>
            {label(code)}
          </option>
        ))}
      </select>
    </div>
  );
}
