import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import '#web/ui/field.css';
import styles from './search-form.module.css';

/** A form of the web itself: what was chosen stands in the address, and the service fills it in again. */
export function SearchForm() {
  const { t } = useTranslation('directory');
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
            data-put="value:search.city"
          />
          <datalist id="cities" data-each="cities" aria-label={t('search.city')}>
            <option data-fill=".">{t('search.city')}</option>
          </datalist>
        </div>
        <Choice name="speciality" options="specialities" />
        <Choice name="language" options="languages" />
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

function Choice({ name, options }: { name: 'speciality' | 'language'; options: string }) {
  const { t } = useTranslation('directory');
  return (
    <div className="field">
      <label className="field__label" htmlFor={name}>
        {t(`search.${name}`)}
      </label>
      <select className={`input ${styles.select}`} id={name} name={name} data-each={options}>
        <option data-put="value:code selected:is_chosen" data-fill="name" value="">
          {t('search.any')}
        </option>
      </select>
    </div>
  );
}
