import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminAppointment } from '#contract/appointments-admin.ts';
import { useShortcuts } from '#web/lib/use-shortcuts.ts';
import { canOffer } from './status-rules.ts';
import type { RowActions } from './use-row-actions.ts';

interface Parts {
  row: AdminAppointment | undefined;
  actions: RowActions;
  searchField: RefObject<HTMLInputElement | null>;
  move: (by: 1 | -1) => void;
  open: () => void;
  close: () => void;
  tick: () => void;
  macro: () => void;
  help: () => void;
}

/**
 * The keyboard commands of the list, with their descriptions for the line below the list and for the sheet of
 * shortcuts.
 */
export function useListKeys({ row, actions, searchField, move, open, close, tick, macro, help }: Parts) {
  const { t } = useTranslation('admin');
  const withRow = (run: (row: AdminAppointment) => void) => () => row && run(row);
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    Enter: (event) => {
      // On a focused button or link, Enter has its usual effect.
      if (event.target instanceof HTMLElement && event.target.matches('a, button, summary')) event.target.click();
      else open();
    },
    Escape: close,
    '/': () => searchField.current?.focus(),
    s: withRow(focusStatus),
    o: withRow((found) => canOffer(found) && actions.openOffer(found)),
    n: withRow(actions.openPrivate),
    c: withRow((found) => void actions.copyLink(found)),
    x: tick,
    m: macro,
    '?': help,
  });
  return [
    { keys: ['J', 'K'], text: t('key.move') },
    { keys: ['↵'], text: t('key.open') },
    { keys: ['S'], text: t('key.status') },
    { keys: ['O'], text: t('key.offer') },
    { keys: ['N'], text: t('key.note') },
    { keys: ['C'], text: t('key.copy') },
    { keys: ['X'], text: t('key.tick') },
    { keys: ['M'], text: t('key.macro') },
    { keys: ['/'], text: t('key.search') },
    { keys: ['Esc'], text: t('key.close') },
  ];
}

/** Opens the row's own menu, so that the menu appears near the row. */
function focusStatus({ id }: AdminAppointment) {
  const button = document.querySelector<HTMLButtonElement>(`tr[data-id="${CSS.escape(id)}"] button[aria-haspopup]`);
  button?.focus();
  button?.click();
}
