import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/format.ts';
import { classNames } from '#web/ui/class-names.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import styles from './filter.module.css';
import type { Details, ListFilter } from './filters.ts';
import { useFilterChoices } from './use-filter-choices.ts';

interface Chip {
  name: string;
  value: string;
  /** The change to the filter that removes the shown value from it. */
  without: Partial<Details>;
}

/**
 * Shows the values that are set in the filter dialog, each with a button that removes it. The assignee is not among
 * them.
 */
export function ActiveFilters({
  filter,
  onChange,
}: {
  filter: ListFilter;
  onChange: (part: Partial<Details>) => void;
}) {
  const { t } = useTranslation('admin');
  const chips = useChips(filter);
  if (chips.length === 0) return null;
  return (
    <ul className={classNames(styles.chips, 'only-large')} aria-label={t('filter.active')}>
      {chips.map(({ name, value, without }) => (
        <li key={name}>
          {name} <strong dir="auto">{value}</strong>
          <IconButton icon={X} size="s" label={t('filter.remove', { name })} onClick={() => onChange(without)} />
        </li>
      ))}
    </ul>
  );
}

/** Returns the number of values that `ActiveFilters` shows. A period counts once. */
export const countFilters = (filter: ListFilter): number =>
  [
    filter.requestedFrom || filter.requestedTo,
    filter.scheduledFrom || filter.scheduledTo,
    filter.country,
    filter.provider,
  ].filter(Boolean).length;

function useChips(filter: ListFilter): Chip[] {
  const { t } = useTranslation('admin');
  const { date } = useFormat();
  const { countries, providers } = useFilterChoices(filter.provider);
  const days = (from: string, to: string): string => {
    if (from && to && from !== to) return t('filter.days', { from: date(from), to: date(to) });
    if (from && to) return date(from);
    return from ? t('filter.since', { from: date(from) }) : t('filter.until', { to: date(to) });
  };
  const { requestedFrom, requestedTo, scheduledFrom, scheduledTo, country, provider } = filter;
  const chips: (Chip | false)[] = [
    !!(requestedFrom || requestedTo) && {
      name: t('filter.requested'),
      value: days(requestedFrom, requestedTo),
      without: { requestedFrom: '', requestedTo: '' },
    },
    !!(scheduledFrom || scheduledTo) && {
      name: t('filter.scheduled'),
      value: days(scheduledFrom, scheduledTo),
      without: { scheduledFrom: '', scheduledTo: '' },
    },
    !!country && {
      name: t('filter.country'),
      value: countries.find(({ code }) => code === country)?.name ?? country,
      without: { country: '' },
    },
    !!provider && {
      name: t('column.provider'),
      value: providers.find(({ id }) => id === provider)?.name ?? '…',
      without: { provider: '' },
    },
  ];
  return chips.filter((chip) => chip !== false);
}
