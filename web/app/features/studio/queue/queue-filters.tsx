import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/icon.tsx';
import styles from './queue.module.css';
import { BalanceButton } from './assignment.tsx';
import { type Filter, Filters, type Narrowing, Narrowings, narrowingFrom } from './queue-groups.ts';

interface Props {
  value: Filter;
  counts: Record<Filter, number> | undefined;
  onChange: (filter: Filter) => void;
  narrowing: Narrowing;
  onNarrow: (narrowing: Narrowing) => void;
}

/**
 * The filters of the queue, in one row. Each shows the number of its cases. The pressed filter has a filled background.
 */
export function QueueFilters({ value, counts, onChange, narrowing, onNarrow }: Props) {
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
      {value !== 'published' && (
        <>
          <label className={styles.narrowing}>
            <span className="visually-hidden">{t('narrowing.label')}</span>
            <select
              className="input"
              value={narrowing}
              onChange={(event) => onNarrow(narrowingFrom(event.currentTarget.value))}
            >
              {Narrowings.map((one) => (
                <option key={one} value={one}>
                  {t(`narrowing.${one}`)}
                </option>
              ))}
            </select>
            <Icon as={ChevronDown} size="s" />
          </label>
          <BalanceButton />
        </>
      )}
    </div>
  );
}
