import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CommunityLimits } from '#contract/community/terms.ts';
import { api } from '#web/lib/api.ts';
import { Stack } from '#web/ui/layout.tsx';
import { TextArea, TextField } from '#web/ui/text-field.tsx';
import { useTyped } from '#web/lib/use-typed.ts';
import { type CommunityForm, type FormFault, faultsOf, slugOf } from './community-form.ts';
import styles from './wizard.module.css';

interface Props {
  form: CommunityForm;
  onChange: (part: Partial<CommunityForm>) => void;
}

export function NameStep({ form, onChange }: Props) {
  const { t } = useTranslation(['community', 'community-wizard']);
  const [left, setLeft] = useState<FormFault[]>([]);
  const faults = faultsOf(form);
  const name = useTyped(form.name.trim(), 300);
  const { data } = useQuery(
    api.community.suggestSlug.queryOptions({ input: { name }, enabled: slugOf(name).length > 0, staleTime: 60_000 }),
  );
  const isShort =
    form.name.trim().length >= CommunityLimits.name.min && slugOf(form.name).length < CommunityLimits.slug.min;
  const show = (field: FormFault) =>
    left.includes(field) && faults.includes(field) && t(`community-wizard:fault.${field}`);
  const leave = (field: FormFault) => () => setLeft([...new Set([...left, field])]);
  const slug = form.slug ? slugOf(form.slug) : (data?.slug ?? slugOf(form.name));
  return (
    <Stack gap={24}>
      <TextField
        label={t('community-wizard:nameField')}
        autoComplete="off"
        maxLength={CommunityLimits.name.max}
        value={form.name}
        error={show('name')}
        hint={
          <>
            {t('community-wizard:url')} <span className={styles.url}>/community/f/{slug || '…'}</span>
          </>
        }
        onChange={(event) => onChange({ name: event.target.value, slug: '' })}
        onBlur={leave('name')}
      />
      {(isShort || form.slug !== '') && (
        <TextField
          label={t('community-wizard:slugField')}
          autoComplete="off"
          maxLength={CommunityLimits.slug.max}
          value={form.slug}
          error={show('slug')}
          hint={t('community-wizard:slugField.hint')}
          onChange={(event) => onChange({ slug: event.target.value })}
          onBlur={leave('slug')}
        />
      )}
      <TextArea
        label={t('community-wizard:descriptionField')}
        rows={5}
        maxLength={CommunityLimits.description.max}
        value={form.description}
        error={show('description')}
        hint={t('community-wizard:descriptionField.hint')}
        onChange={(event) => onChange({ description: event.target.value })}
        onBlur={leave('description')}
      />
    </Stack>
  );
}
