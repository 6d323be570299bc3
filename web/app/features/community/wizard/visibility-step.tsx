import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Visibilities, type Visibility } from '#contract/community/terms.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import type { CommunityForm } from './community-form.ts';
import styles from './wizard.module.css';

interface Props {
  form: CommunityForm;
  onChange: (part: Partial<CommunityForm>) => void;
}

export function VisibilityStep({ form, onChange }: Props) {
  const { t } = useTranslation('community');
  return (
    <>
      <VisibilityChoice value={form.visibility} onChange={(visibility) => onChange({ visibility })} />
      <p className={styles.accept}>
        {t('wizard.accept')}{' '}
        <LocalisedLink to="/community/code-of-conduct" target="_blank">
          {t('texts.code.title')}
        </LocalisedLink>{' '}
        {t('wizard.accept.and')}{' '}
        <LocalisedLink to="/community/rules" target="_blank">
          {t('texts.rules.title')}
        </LocalisedLink>
        .
      </p>
    </>
  );
}

export function VisibilityChoice({ value, onChange }: { value: Visibility; onChange: (value: Visibility) => void }) {
  const { t } = useTranslation('community');
  const id = useId();
  return (
    <fieldset className={styles.choices}>
      <legend className="visually-hidden">{t('edit.visibility')}</legend>
      {Visibilities.map((one) => (
        <label key={one} className={styles.choice}>
          <input
            type="radio"
            name="visibility"
            aria-describedby={`${id}-${one}`}
            checked={one === value}
            onChange={() => onChange(one)}
          />
          <span className={styles.choiceName}>
            {t(`wizard.visibility.${one}`)}
            <span className={styles.choiceText} id={`${id}-${one}`}>
              {t(`wizard.visibility.${one}.text`)}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
