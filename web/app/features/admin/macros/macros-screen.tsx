import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Macro } from '#contract/appointments-admin.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { ColumnHeads, Table } from '#web/ui/table.tsx';
import { toast } from '#web/ui/toast.ts';
import { refreshAdmin } from '../appointments/refresh.ts';
import { Screen, States } from '../screen.tsx';
import screen from '../screen.module.css';
import { MacroDialog } from './macro-dialog.tsx';
import styles from './macros.module.css';

const views = ['inUse', 'archived'] as const;

/** Manages the texts that the team sends to patients, in both languages. */
export function MacrosScreen() {
  const { t } = useTranslation(['macros', 'admin']);
  const [view, setView] = useState<(typeof views)[number]>('inUse');
  const [open, setOpen] = useState<Macro | 'new'>();
  const query = useQuery(
    api.appointmentsAdmin.adminListMacros.queryOptions({ input: { is_archived: view === 'archived' } }),
  );
  const tools = (
    <>
      <SegmentedControl
        label={t('view')}
        size="s"
        value={view}
        options={views.map((value) => ({ value, label: t(`view.${value}`) }))}
        onChange={setView}
      />
      <Button size="xs" variant="ink" onClick={() => setOpen('new')}>
        <Icon as={Plus} size="s" />
        {t('add')}
      </Button>
    </>
  );
  return (
    <Screen title={t('admin:place.macros')} lead={t('lead')} tools={tools}>
      <States
        query={query}
        isEmpty={(rows) => rows.length === 0}
        empty={{
          title: t(view === 'inUse' ? 'empty' : 'empty.archived'),
          text: view === 'inUse' ? t('empty.text') : '',
        }}
      >
        {(rows) => (
          <Table caption={t('admin:place.macros')} className={screen.table}>
            <ColumnHeads names={[t('name'), t('text_en'), t('text_fr'), t('changedOn'), t('actions')]} />
            <tbody>
              {rows.map((row) => (
                <MacroLine key={row.id} row={row} onOpen={() => setOpen(row)} />
              ))}
            </tbody>
          </Table>
        )}
      </States>
      {open && <MacroDialog macro={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />}
    </Screen>
  );
}

function MacroLine({ row, onOpen }: { row: Macro; onOpen: () => void }) {
  const { t } = useTranslation('macros');
  const { date } = useFormat();
  const { archive, isPending } = useArchive();
  return (
    <tr>
      <td data-label={t('name')}>
        {row.archived_at ? (
          <bdi>{row.name}</bdi>
        ) : (
          <button type="button" className={screen.open} onClick={onOpen}>
            <bdi>{row.name}</bdi>
          </button>
        )}
      </td>
      <td data-label={t('text_en')}>
        <p className={styles.words} lang="en">
          {row.text_en}
        </p>
      </td>
      <td data-label={t('text_fr')}>
        <p className={styles.words} lang="fr">
          {row.text_fr}
        </p>
      </td>
      <td data-label={t('changedOn')}>{date(row.updated_at)}</td>
      <td className={screen.end}>
        <Button
          size="xs"
          busy={isPending}
          aria-label={t(row.archived_at ? 'restore.name' : 'archive.name', { name: row.name })}
          onClick={() => archive(row, !row.archived_at)}
        >
          {t(row.archived_at ? 'restore' : 'archive')}
        </Button>
      </td>
    </tr>
  );
}

/** Archives a macro, or restores it. The toast offers to undo the change. */
function useArchive() {
  const { t } = useTranslation(['macros', 'admin']);
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation(
    api.appointmentsAdmin.adminArchiveMacro.mutationOptions({
      onSuccess: (row) => {
        const undo = () => archive(row, !row.archived_at);
        toast({
          kind: 'success',
          title: t(row.archived_at ? 'archived' : 'restored', { name: row.name }),
          action: { label: t('admin:undo'), run: undo },
        });
      },
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
      onSettled: refreshAdmin,
    }),
  );
  const archive = ({ id }: Macro, is_archived: boolean) => mutate({ macro_id: id, is_archived });
  return { archive, isPending };
}
