import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Import } from '#contract/imports.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { useQueryParams } from '#web/lib/use-query-params.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { Screen, States } from '../screen.tsx';
import { ImportView } from './import-view.tsx';
import styles from './imports.module.css';
import { NewImport } from './new-import.tsx';
import { StateBadge } from './state-badge.tsx';

/**
 * Imports of files from other systems. The address parameter `i` opens an import, and the parameter `new` opens the
 * form for a new one.
 */
export function ImportsScreen() {
  const [params, put] = useQueryParams();
  const id = params.get('i');
  if (id) return <ImportView key={id} id={id} onBack={() => put({ i: null }, { replace: false })} />;
  if (params.has('new'))
    return (
      <NewImport onBack={() => put({ new: null }, { replace: false })} onSent={(sent) => put({ new: null, i: sent })} />
    );
  return <List onNew={() => put({ new: '1' }, { replace: false })} onOpen={(i) => put({ i }, { replace: false })} />;
}

function List({ onNew, onOpen }: { onNew: () => void; onOpen: (id: string) => void }) {
  const { t } = useTranslation(['imports', 'admin']);
  const query = useInfiniteQuery(
    api.imports.adminListImports.infiniteOptions({
      input: (after: string | null) => ({ after }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ next }) => next,
    }),
  );
  return (
    <Screen
      title={t('admin:place.imports')}
      lead={t('lead')}
      tools={
        <Button variant="primary" size="s" onClick={onNew}>
          {t('new')}
        </Button>
      }
    >
      <States
        query={query}
        isEmpty={({ pages }) => pages.every(({ rows }) => rows.length === 0)}
        empty={{ title: t('empty.title'), text: t('empty.text') }}
      >
        {({ pages }) => (
          <ul className={styles.list}>
            {pages
              .flatMap(({ rows }) => rows)
              .map((one) => (
                <Row key={one.id} one={one} onOpen={() => onOpen(one.id)} />
              ))}
          </ul>
        )}
      </States>
      <LoadMore query={query}>{t('admin:more')}</LoadMore>
    </Screen>
  );
}

function Row({ one, onOpen }: { one: Import; onOpen: () => void }) {
  const { t } = useTranslation('imports');
  const { dateTime } = useFormat();
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.name}>
          <button type="button" className={styles.open} onClick={onOpen}>
            <bdi>{one.name}</bdi>
          </button>
          <StateBadge state={one.state} />
        </p>
        <p className="small muted">
          {dateTime(one.made_at)}
          {one.made_by && (
            <>
              {' · '}
              <bdi>{one.made_by.name}</bdi>
            </>
          )}
        </p>
      </div>
      <p className="small">
        {t('row.sum', { made: one.counts.new, added: one.counts.add, refused: one.counts.refused })}
      </p>
    </li>
  );
}
