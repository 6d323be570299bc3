import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, Ellipsis, RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api, call } from '#web/lib/api.ts';
import { download } from '#web/lib/download.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Menu, type MenuEntry } from '#web/ui/menu.tsx';
import { toast } from '#web/ui/toast.ts';
import { useViewEntries, ViewsMenu, type ViewsProps } from '../views/views-menu.tsx';
import { queryOf } from './filters.ts';
import styles from './list.module.css';
import type { List } from './use-list.ts';

/** Downloads the listed appointments as a file. */
function useExport(list: List) {
  const errorText = useErrorText();
  return useMutation({
    mutationFn: () => call.appointmentsAdmin.adminExportAppointments(queryOf(list.filter)),
    onSuccess: (file) => download(file, file.name),
    onError: (error) => toast({ kind: 'error', title: errorText(error) }),
  });
}

const viewsOf = (list: List): ViewsProps => ({
  views: list.views,
  now: { place: 'list', filter: queryOf({ ...list.filter, search: '' }) },
  onChoose: list.chooseView,
});

/** Draws the assignee filter, the saved views, and the export. */
export function ListTools({ list }: { list: List }) {
  const { t } = useTranslation('admin');
  const { data: coordinators = [] } = useQuery(
    api.appointmentsAdmin.adminListCoordinators.queryOptions({ staleTime: 300_000 }),
  );
  const csv = useExport(list);
  return (
    <div className={classNames(styles.tools, 'only-large')}>
      <select
        className={styles.select}
        aria-label={t('column.assignee')}
        value={list.filter.coordinator}
        onChange={(event) => list.setFilter({ coordinator: event.target.value })}
      >
        <option value="">{t('assign.everybody')}</option>
        <option value="none">{t('assign.nobody')}</option>
        {coordinators.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <ViewsMenu {...viewsOf(list)} />
      <Button size="xs" variant="quiet" busy={csv.isPending} onClick={() => csv.mutate()}>
        <Icon as={Download} size="s" />
        {t('export')}
      </Button>
    </div>
  );
}

/**
 * The menu of tools on a phone. It contains the saved views, the export and a button that reloads the list. On a phone,
 * the filter dialog contains the assignee filter.
 */
export function MoreTools({ list, onSync }: { list: List; onSync: () => void }) {
  const { t } = useTranslation('admin');
  const csv = useExport(list);
  const views = useViewEntries(viewsOf(list));
  const entries: MenuEntry[] = [
    ...views.entries,
    { key: 'export', label: t('export'), icon: Download, onSelect: () => csv.mutate() },
    { key: 'sync', label: t('sync'), icon: RefreshCw, onSelect: onSync },
  ];
  return (
    <div className="only-small">
      <Menu
        label={t('tools.label')}
        triggerClassName="icon-button icon-button--m"
        trigger={<Icon as={Ellipsis} />}
        entries={entries}
      />
      {views.dialog}
    </div>
  );
}
