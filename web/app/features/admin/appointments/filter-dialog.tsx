import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Select, TextField } from '#web/ui/text-field.tsx';
import styles from './filter.module.css';
import { type Details, type ListFilter, noDetails } from './filters.ts';
import { useFilterChoices } from './use-filter-choices.ts';

type Draft = Details & Pick<ListFilter, 'coordinator'>;

interface Props {
  filter: ListFilter;
  onApply: (draft: Draft) => void;
  onClose: () => void;
}

/**
 * A dialog with all filters except search and status, which have controls above the list. On a large screen, the filter
 * for the assignee is above the list, too, so the dialog leaves it out.
 */
export function FilterDialog({ filter, onApply, onClose }: Props) {
  const { t } = useTranslation('admin');
  const [draft, setDraft] = useState<Draft>({ ...detailsOf(filter), coordinator: filter.coordinator });
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const isReversed = (from: string, to: string): boolean => from !== '' && to !== '' && to < from;
  const isWrong =
    isReversed(draft.requestedFrom, draft.requestedTo) || isReversed(draft.scheduledFrom, draft.scheduledTo);

  function apply(wanted: Draft) {
    onApply(wanted);
    onClose();
  }

  return (
    <FormDialog
      onClose={onClose}
      title={t('filter.title')}
      lead={t('filter.lead')}
      action={t('filter.show')}
      look={{ variant: 'ink', size: 's' }}
      busy={false}
      onSubmit={() => !isWrong && apply(draft)}
      aside={
        <Button
          variant="quiet"
          size="s"
          className={styles.clear}
          onClick={() => apply({ ...noDetails, coordinator: '' })}
        >
          {t('filter.clear')}
        </Button>
      }
    >
      <Days
        label={t('filter.requested')}
        from={draft.requestedFrom}
        to={draft.requestedTo}
        onChange={(requestedFrom, requestedTo) => change({ requestedFrom, requestedTo })}
        isWrong={isReversed(draft.requestedFrom, draft.requestedTo)}
      />
      <Days
        label={t('filter.scheduled')}
        from={draft.scheduledFrom}
        to={draft.scheduledTo}
        onChange={(scheduledFrom, scheduledTo) => change({ scheduledFrom, scheduledTo })}
        isWrong={isReversed(draft.scheduledFrom, draft.scheduledTo)}
      />
      <Choices draft={draft} change={change} />
    </FormDialog>
  );
}

const detailsOf = (filter: ListFilter): Details =>
  Object.fromEntries(Object.keys(noDetails).map((name) => [name, filter[name as keyof Details]])) as Details;

interface DaysProps {
  label: string;
  from: string;
  to: string;
  onChange: (from: string, to: string) => void;
  isWrong: boolean;
}

function Days({ label, from, to, onChange, isWrong }: DaysProps) {
  const { t } = useTranslation('admin');
  return (
    <fieldset className={styles.pair}>
      <legend className="field__label">{label}</legend>
      <TextField
        type="date"
        label={t('filter.from')}
        required={false}
        value={from}
        onChange={(event) => onChange(event.target.value, to)}
      />
      <TextField
        type="date"
        label={t('filter.to')}
        required={false}
        error={isWrong && t('filter.reversed')}
        value={to}
        onChange={(event) => onChange(from, event.target.value)}
      />
    </fieldset>
  );
}

function Choices({ draft, change }: { draft: Draft; change: (part: Partial<Draft>) => void }) {
  const { t } = useTranslation('admin');
  const { countries, providers } = useFilterChoices(draft.provider);
  const { data: coordinators = [] } = useQuery(
    api.appointmentsAdmin.adminListCoordinators.queryOptions({ staleTime: 300_000 }),
  );
  return (
    <>
      <Select
        label={t('filter.country')}
        required={false}
        value={draft.country}
        onChange={(event) => change({ country: event.target.value })}
      >
        <option value="">{t('filter.anyCountry')}</option>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        label={t('column.provider')}
        required={false}
        value={draft.provider}
        onChange={(event) => change({ provider: event.target.value })}
      >
        <option value="">{t('filter.anyProvider')}</option>
        {providers.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        label={t('column.assignee')}
        className="only-small"
        required={false}
        value={draft.coordinator}
        onChange={(event) => change({ coordinator: event.target.value })}
      >
        <option value="">{t('assign.everybody')}</option>
        <option value="none">{t('assign.nobody')}</option>
        {coordinators.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </>
  );
}
