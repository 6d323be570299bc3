import { RefreshCw } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/format.ts';
import { refusalOf } from '#web/lib/refusal.ts';
import { Icon } from '#web/ui/icon.tsx';
import { QueueBar } from '../bar/queue-bar.tsx';
import { ShortcutDialog, ShortcutFoot } from '#web/ui/shortcuts.tsx';
import { useShortcuts } from '#web/lib/use-shortcuts.ts';
import styles from './queue.module.css';
import { QueueBody } from './queue-body.tsx';
import { Filters } from './queue-groups.ts';
import { QueuePreview } from './queue-preview.tsx';
import { keepsOut, NotYet } from './queue-refused.tsx';
import { type Queue, useOpenCase, useQueue } from './use-queue.ts';

interface Props {
  /**
   * The parts of the bar that the route provides. `brand` is the product's name, and `account` contains the menus for
   * language and account.
   */
  brand: ReactNode;
  account: ReactNode;
  /** A notice about the doctor's other work, shown above the cases. */
  notice: ReactNode;
}

export function QueuePage({ brand, account, notice }: Props) {
  const { t } = useTranslation('studio');
  const { time } = useFormat();
  const queue = useQueue();
  const opener = useOpenCase();
  const searchField = useRef<HTMLInputElement>(null);
  const [helps, setHelps] = useState(false);
  const { chosen, query } = queue;

  const openChosen = () => {
    if (chosen && !opener.isOpening) void opener.open(chosen);
  };
  const onHelp = () => setHelps(true);
  useQueueKeys(queue, { searchField, onOpen: openChosen, onHelp });

  const refusal = refusalOf(query.error)?.code;
  const hints = [
    { keys: ['J', 'K'], text: t('keys.next_previous') },
    { keys: ['Enter'], text: t('keys.open') },
    { keys: ['F'], text: t('keys.filter') },
    { keys: ['/'], text: t('keys.search') },
  ];
  return (
    <div className={styles.screen}>
      <QueueBar
        brand={brand}
        account={account}
        number={queue.number}
        onNumber={queue.setNumber}
        fieldRef={searchField}
      />
      <main id="content" className={styles.list}>
        {keepsOut(refusal) ? (
          <NotYet refusal={refusal} onRetry={() => void query.refetch()} busy={query.isFetching} />
        ) : (
          <>
            {notice}
            <QueueBody queue={queue} opener={opener} />
          </>
        )}
      </main>
      {chosen && !refusal && (
        <QueuePreview
          row={chosen}
          now={queue.now}
          isMine={opener.isMine(chosen)}
          isOpening={opener.isOpening}
          onOpen={openChosen}
        />
      )}
      <ShortcutFoot className={`only-large ${styles.keys}`} shortcuts={hints} onHelp={onHelp}>
        {query.dataUpdatedAt > 0 && (
          <>
            <Icon as={RefreshCw} size="s" />
            {t('updated', { time: time(query.dataUpdatedAt) })}
          </>
        )}
      </ShortcutFoot>
      {helps && <ShortcutDialog shortcuts={hints} onClose={() => setHelps(false)} />}
    </div>
  );
}

interface KeyWishes {
  searchField: RefObject<HTMLInputElement | null>;
  onOpen: () => void;
  onHelp: () => void;
}

function useQueueKeys(queue: Queue, { searchField, onOpen, onHelp }: KeyWishes) {
  // The chosen case gets the focus, because Space would otherwise act on another case.
  const step = (by: 1 | -1) => {
    const id = queue.step(by);
    const number = id && document.querySelector<HTMLElement>(`button[data-case="${CSS.escape(id)}"]`);
    if (!number) return;
    number.focus({ preventScroll: true });
    // Only the keys scroll. A click focuses its case, and a page that moved before the release would lose the click.
    number.closest('tr')?.scrollIntoView({ block: 'nearest' });
  };
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: (event) => {
      // Enter keeps its usual effect on a focused button or link. On the button with the number of a case, however,
      // Enter opens the chosen case.
      const { target } = event;
      if (target instanceof HTMLElement && target.matches('a, button:not([data-case]), summary')) target.click();
      else onOpen();
    },
    f: () => queue.setFilter(Filters[(Filters.indexOf(queue.filter) + 1) % Filters.length] ?? 'open'),
    '/': () => searchField.current?.focus(),
    '?': onHelp,
  });
}
