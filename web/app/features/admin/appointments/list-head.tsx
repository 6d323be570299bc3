import { ListFilter, RefreshCw, Search } from 'lucide-react';
import { type Ref, type SubmitEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Key } from '#web/ui/key.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { toast } from '#web/ui/toast.ts';
import '#web/ui/field.css';
import { ActiveFilters, countFilters } from './active-filters.tsx';
import { FilterDialog } from './filter-dialog.tsx';
import { StatusFilters } from './filters.ts';
import { ListTools, MoreTools } from './list-tools.tsx';
import styles from './list.module.css';
import { refreshAdmin } from './refresh.ts';
import type { List } from './use-list.ts';

export function ListHead({ list, searchField }: { list: List; searchField: Ref<HTMLInputElement> }) {
  const { t } = useTranslation('admin');
  const [isSyncing, setIsSyncing] = useState(false);

  async function sync() {
    setIsSyncing(true);
    await refreshAdmin();
    setIsSyncing(false);
    toast({ kind: 'success', title: t('synced') });
  }

  return (
    <Stack as="header" gap={12} className={styles.head}>
      <div className={styles.title}>
        <h1 className="h3">{t('place.appointments')}</h1>
        <SearchForm list={list} searchField={searchField} />
        <Filters list={list} />
        <MoreTools list={list} onSync={() => void sync()} />
        <Button variant="quiet" size="xs" className="only-large" busy={isSyncing} onClick={() => void sync()}>
          <Icon as={RefreshCw} size="s" />
          {t('sync')}
        </Button>
      </div>
      <Row gap={16} rowGap={8} align="center" justify="between" wrap className={styles.second}>
        <StatusPills list={list} />
        <ListTools list={list} />
      </Row>
      <ActiveFilters filter={list.filter} onChange={list.setFilter} />
    </Stack>
  );
}

function Filters({ list }: { list: List }) {
  const { t } = useTranslation('admin');
  const [isOpen, setIsOpen] = useState(false);
  const number = countFilters(list.filter);
  return (
    <>
      <button
        type="button"
        className={buttonClass({ variant: 'line', size: 'xs' }, styles.filters)}
        data-applies={number > 0 || undefined}
        onClick={() => setIsOpen(true)}
      >
        <span className="button__label">
          <Icon as={ListFilter} size="s" />
          <span className={styles.filtersName}>
            {number > 0 ? t('filter.openCounted', { number }) : t('filter.open')}
          </span>
        </span>
      </button>
      {isOpen && <FilterDialog filter={list.filter} onApply={list.setFilter} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function SearchForm({ list, searchField }: { list: List; searchField: Ref<HTMLInputElement> }) {
  const { t } = useTranslation('admin');
  const [text, setText] = useState(list.filter.search);
  // The back button, a saved view and 'clear' change the search in the address, so the field shows the new search.
  useEffect(() => setText(list.filter.search), [list.filter.search]);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    list.setFilter({ search: text.trim() });
  }

  return (
    <search className={styles.searchArea}>
      <Row as="form" onSubmit={submit} gap={8} align="center" className={styles.search}>
        <label className={styles.searchField}>
          <Icon as={Search} size="s" />
          <span className="visually-hidden">{t('search.label')}</span>
          <input
            ref={searchField}
            type="search"
            className="input"
            placeholder={t('search.label')}
            maxLength={200}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
          />
          <Key isDecoration>/</Key>
        </label>
        <Button type="submit" size="xs" className="only-large">
          {t('search')}
        </Button>
      </Row>
    </search>
  );
}

function StatusPills({ list }: { list: List }) {
  const { t } = useTranslation('admin');
  const counts = list.first?.counts;
  return (
    <Row gap={6} className={styles.pills} role="group" aria-label={t('column.status')}>
      {StatusFilters.map((status) => (
        <button
          key={status}
          type="button"
          aria-pressed={list.filter.status === status}
          data-status={status || undefined}
          onClick={() => list.setFilter({ status })}
        >
          {t(`filter.${status || 'all'}`)}
          {counts && <span className="num">{counts[status || 'all']}</span>}
        </button>
      ))}
      <button
        type="button"
        aria-pressed={list.filter.isOverdue}
        className={styles.apart}
        onClick={() => list.setFilter({ isOverdue: !list.filter.isOverdue })}
      >
        {t('filter.overdue')}
      </button>
    </Row>
  );
}
