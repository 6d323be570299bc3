import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import '#web/ui/field.css';
import styles from './practitioners.module.css';
import { Filters, waitingCount } from './practitioners.ts';
import { PractitionersTable } from './practitioners-table.tsx';
import { type Practitioners, usePractitioners, useVerification } from './use-practitioners.ts';
import { VerifyDialog } from './verify-dialog.tsx';

export function PractitionersScreen() {
  const { t } = useTranslation('identity');
  const list = usePractitioners();
  const all = list.query.data;
  return (
    <main className={styles.screen} id="content">
      <header className={styles.head}>
        <div>
          <h1 className="h3">{t('admin.title')}</h1>
          <p className="small muted" aria-live="polite">
            {all ? t('admin.lead', { count: all.length, waiting: waitingCount(all) }) : ' '}
          </p>
        </div>
        <Tools list={list} />
      </header>
      <div className={styles.body} aria-busy={list.query.isPending}>
        <Body list={list} />
      </div>
    </main>
  );
}

function Tools({ list }: { list: Practitioners }) {
  const { t } = useTranslation('identity');
  return (
    <search className={styles.tools}>
      <label className={styles.search}>
        <Icon as={Search} />
        <span className="visually-hidden">{t('admin.search')}</span>
        <input
          type="search"
          className="input"
          placeholder={t('admin.search')}
          value={list.search}
          onChange={(event) => list.setSearch(event.target.value)}
        />
      </label>
      <SegmentedControl
        label={t('admin.filter')}
        size="s"
        value={list.filter}
        options={Filters.map((value) => ({ value, label: t(`admin.filter.${value}`) }))}
        onChange={list.setFilter}
      />
    </search>
  );
}

function Body({ list }: { list: Practitioners }) {
  const { t } = useTranslation('identity');
  const verification = useVerification();
  const { query, rows } = list;
  if (!query.data && query.isError)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />;
  if (!query.data) return <SkeletonRows rows={6} />;
  if (query.data.length === 0) return <EmptyState title={t('admin.empty.title')} text={t('admin.empty.text')} />;
  if (rows.length === 0) {
    return (
      <EmptyState
        title={t('admin.none.title')}
        text={t('admin.none.text')}
        action={
          <Button size="s" onClick={list.clear}>
            {t('admin.clear')}
          </Button>
        }
      />
    );
  }
  const { asked, toggle, isBusy } = verification;
  return (
    <>
      <PractitionersTable rows={rows} onToggle={toggle} isBusy={isBusy} />
      {asked && <VerifyDialog key={asked.user_id} row={asked} verification={verification} />}
    </>
  );
}
