import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MenuEntry } from '#web/ui/menu.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { type Saved, SaveViewDialog } from './save-view-dialog.tsx';
import type { Views } from './use-views.ts';
import styles from './views.module.css';

export interface ViewsProps {
  views: Views;
  /** The current filter, which can be saved under a name. */
  now: Saved;
  onChoose: (id: string | null) => void;
}

/** The menu of saved views. */
export function ViewsMenu(props: ViewsProps) {
  const { t } = useTranslation('admin');
  const { entries, dialog } = useViewEntries(props);
  const { view } = props.views;
  return (
    <>
      <Menu
        label={view ? `${t('view.label')}: ${view.name}` : t('view.label')}
        triggerClassName="button button--quiet button--xs"
        trigger={
          <span className="button__label">
            <Icon as={Bookmark} size="s" />
            <bdi className={styles.chosen}>{view?.name ?? t('view.label')}</bdi>
          </span>
        }
        entries={entries}
      />
      {dialog}
    </>
  );
}

/** The entries of the menu of views, for use inside a larger menu. */
export function useViewEntries({ views, now, onChoose }: ViewsProps) {
  const { t } = useTranslation('admin');
  const [isSaving, setIsSaving] = useState(false);
  const entries: MenuEntry[] = [
    { key: 'all', label: t(now.place === 'inbox' ? 'view.allEntries' : 'view.all'), onSelect: () => onChoose(null) },
    ...views.views.map(({ id, name, is_shared }) => ({
      key: id,
      label: is_shared ? t('view.shared', { name }) : name,
      onSelect: () => onChoose(id),
    })),
    { key: 'save', label: t('view.manage'), icon: Bookmark, onSelect: () => setIsSaving(true) },
  ];
  const dialog = isSaving && <SaveViewDialog now={now} views={views.views} onClose={() => setIsSaving(false)} />;
  return { entries, dialog };
}

/** Shows which parts of the view could not be applied. */
export function ViewNotice({ views: { view, isGone } }: Pick<ViewsProps, 'views'>) {
  const { t } = useTranslation('admin');
  if (!isGone && !view?.lost.length) return null;
  return (
    <p className={styles.notice} role="status">
      {isGone ? t('view.gone') : t('view.lost', { parts: view?.lost.map((part) => t(`view.lost.${part}`)).join(', ') })}
    </p>
  );
}
