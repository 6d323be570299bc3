import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Macro } from '#contract/appointments-admin.ts';
import { api } from '#web/lib/api.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import '#web/ui/field.css';
import styles from './macros.module.css';

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * Lists the macros to choose from. Typing filters them, Enter chooses the first macro, and the arrow keys move the
 * focus.
 */
export function MacroChoices({ onChoose }: { onChoose: (macro: Macro) => void }) {
  const { t } = useTranslation('macros');
  const query = useQuery(api.appointmentsAdmin.adminListMacros.queryOptions({ input: { is_archived: false } }));
  const [search, setSearch] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const isThere = query.data !== undefined;
  // The field gets the focus, so that the person can type immediately.
  useEffect(() => field.current?.focus(), [isThere]);
  const found = (query.data ?? []).filter(({ name, text_en, text_fr }) =>
    plain(`${name} ${text_en} ${text_fr}`).includes(plain(search.trim())),
  );

  function walk(event: KeyboardEvent) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    buttons[Math.min(buttons.length - 1, Math.max(0, at + by))]?.focus();
  }

  if (query.isError && !query.data)
    return (
      <ErrorState
        title={t('failed')}
        error={query.error}
        onRetry={() => void query.refetch()}
        busy={query.isFetching}
      />
    );
  if (!query.data) return <SkeletonRows rows={4} />;
  if (query.data.length === 0) return <EmptyState title={t('empty')} text={t('choose.empty')} />;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (found[0]) onChoose(found[0]);
      }}
    >
      <input
        ref={field}
        type="search"
        className="input"
        aria-label={t('search')}
        placeholder={t('search')}
        value={search}
        onKeyDown={walk}
        onChange={(event) => setSearch(event.target.value)}
      />
      {found.length === 0 ? (
        <p className="small muted" role="status">
          {t('choose.none')}
        </p>
      ) : (
        <Choices list={list} macros={found} onChoose={onChoose} onKey={walk} />
      )}
    </form>
  );
}

interface ChoicesProps {
  list: RefObject<HTMLUListElement | null>;
  macros: readonly Macro[];
  onChoose: (macro: Macro) => void;
  onKey: (event: KeyboardEvent) => void;
}

function Choices({ list, macros, onChoose, onKey }: ChoicesProps) {
  const locale = useLocale();
  return (
    <ul ref={list} className={styles.choices}>
      {macros.map((macro) => (
        <li key={macro.id}>
          <button type="button" onKeyDown={onKey} onClick={() => onChoose(macro)}>
            <strong dir="auto">{macro.name}</strong>
            <span>{locale === 'fr' ? macro.text_fr : macro.text_en}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
