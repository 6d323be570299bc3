import { useMutation, useQuery } from '@tanstack/react-query';
import { Bookmark, Download, Ellipsis, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, call } from '#web/lib/api.ts';
import { download } from '#web/lib/download.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Menu, type MenuEntry } from '#web/ui/menu.tsx';
import { toast } from '#web/ui/toast.ts';
import { filterOf, noFilter, queryOf } from './filters.ts';
import styles from './list.module.css';
import { SaveViewDialog } from './save-view-dialog.tsx';
import type { List } from './use-list.ts';

/** The file of what the list shows. */
function useExport(list: List) {
  const errorText = useErrorText();
  return useMutation({
    mutationFn: () => call.appointmentsAdmin.adminExportAppointments(queryOf(list.filter)),
    onSuccess: (file) => download(file, file.name),
    onError: (error) => toast({ kind: 'error', title: errorText(error) }),
  });
}

/** The assignee filter, saved views, and the export. */
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
      <Views list={list} />
      <Button size="xs" variant="quiet" busy={csv.isPending} onClick={() => csv.mutate()}>
        <Icon as={Download} size="s" />
        {t('export')}
      </Button>
    </div>
  );
}

/** The same on a phone, in one menu; the assignee is one of the filters there. */
export function MoreTools({ list, onSync }: { list: List; onSync: () => void }) {
  const { t } = useTranslation('admin');
  const csv = useExport(list);
  const views = useViews(list);
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

function Views({ list }: { list: List }) {
  const { t } = useTranslation('admin');
  const { entries, dialog } = useViews(list);
  return (
    <>
      <Menu
        label={t('view.label')}
        triggerClassName="button button--quiet button--xs"
        trigger={
          <span className="button__label">
            <Icon as={Bookmark} size="s" />
            {t('view.label')}
          </span>
        }
        entries={entries}
      />
      {dialog}
    </>
  );
}

function useViews(list: List) {
  const { t } = useTranslation('admin');
  const [isSaving, setIsSaving] = useState(false);
  const { data = [] } = useQuery(api.appointmentsAdmin.adminListViews.queryOptions());
  const entries: MenuEntry[] = [
    { key: 'all', label: t('view.all'), onSelect: () => list.setFilter(noFilter) },
    ...data.map((view) => ({
      key: view.id,
      label: view.is_shared ? t('view.shared', { name: view.name }) : view.name,
      onSelect: () => list.setFilter(filterOf(view.filter)),
    })),
    { key: 'save', label: t('view.manage'), icon: Bookmark, onSelect: () => setIsSaving(true) },
  ];
  const dialog = isSaving && <SaveViewDialog filter={list.filter} views={data} onClose={() => setIsSaving(false)} />;
  return { entries, dialog };
}
