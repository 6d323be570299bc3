import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DirectoryLimits, type MyProfile, Specialities, SpokenLanguages } from '#contract/directory.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { useTermNames } from '#web/lib/term-names.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { ChipGroup } from '#web/ui/chip-group.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { PlaceFields } from './place-fields.tsx';
import { type PageForm, usePageForm } from './use-my-page.ts';
import styles from './my-page.module.css';

export function MyPageForm({ profile }: { profile: MyProfile }) {
  const { t } = useTranslation('directory');
  const form = usePageForm(profile);
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.send();
      }}
    >
      <Chips form={form} />
      {(['introduction_en', 'introduction_fr'] as const).map((name) => (
        <TextArea
          key={name}
          label={t(`mine.${name}`)}
          hint={name === 'introduction_en' ? t('mine.introductionHint') : undefined}
          optional
          rows={4}
          lang={name.slice(-2)}
          maxLength={DirectoryLimits.introduction}
          value={form.words[name]}
          onChange={(event) => form.put(name, event.target.value)}
        />
      ))}
      <section className={styles.places}>
        <h2 className="title">{t('mine.places')}</h2>
        {form.words.places.map((place, index) => (
          // A place has no id, so it is identified by its position.
          <PlaceFields key={index} form={form} place={place} index={index} />
        ))}
        {form.mayAddPlace && (
          <Button size="s" onClick={form.addPlace}>
            <Icon as={Plus} size="s" />
            {t('mine.addPlace')}
          </Button>
        )}
      </section>
      <Checkbox
        label={t('mine.consent')}
        hint={t('mine.consentText')}
        checked={form.words.is_listed}
        onChange={(event) => form.put('is_listed', event.target.checked)}
      />
      <div>
        <Button type="submit" variant="primary" saving={form.isBusy}>
          {t('mine.save')}
        </Button>
      </div>
    </form>
  );
}

function Chips({ form }: { form: PageForm }) {
  const { t } = useTranslation('directory');
  const { speciality } = useTermNames();
  const languages = new Intl.DisplayNames(useLocale(), { type: 'language' });
  return (
    <>
      <ChipGroup
        legend={t('mine.specialities')}
        choices={Specialities.map((value) => ({ value, label: speciality(value) }))}
        value={form.words.specialities}
        onChange={(value) => form.put('specialities', value)}
      />
      <ChipGroup
        legend={t('mine.languages')}
        choices={SpokenLanguages.map((value) => ({ value, label: capital(languages.of(value) ?? value) }))}
        value={form.words.languages}
        onChange={(value) => form.put('languages', value)}
      />
    </>
  );
}

const capital = (word: string): string => word.charAt(0).toLocaleUpperCase() + word.slice(1);
