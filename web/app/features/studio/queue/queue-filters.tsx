import { useTranslation } from 'react-i18next';
import styles from './queue.module.css';
import { type Filter, Filters } from './queue-groups.ts';

interface Props {
  value: Filter;
  counts: Record<Filter, number> | undefined;
  onChange: (filter: Filter) => void;
}

/** One row of pills with counts; the pressed one is solid ink. */
export function QueueFilters({ value, counts, onChange }: Props) {
  const { t } = useTranslation('studio');
  return (
    <div className={styles.filters} role="group" aria-label={t('filters')}>
      {Filters.map((filter) => (
        <button
          key={filter}
          type="button"
          className={styles.pill}
          aria-pressed={filter === value}
          onClick={() => onChange(filter)}
        >
          {t(`filter.${filter}`)} {counts && <b>{counts[filter]}</b>}
        </button>
      ))}
    </div>
  );
}
