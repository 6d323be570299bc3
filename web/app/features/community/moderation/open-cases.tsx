import { useMutation } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportCase } from '#contract/community/moderation.ts';
import { CommunityLimits, type ModerationAction } from '#contract/community/terms.ts';
import { call } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { singleKeysAreOn } from '#web/lib/shortcuts.ts';
import { Key } from '#web/ui/key.tsx';
import { Row } from '#web/ui/layout.tsx';
import { toast } from '#web/ui/toast.ts';
import { needsStatement, queueActionsFor, queueKeys } from './actions.ts';
import { CaseView } from './case-view.tsx';
import type { Refused } from './refused-cases.ts';
import { chosenOf, isTickable, type Ticks, toggled } from './ticks.ts';
import { TogetherBar } from './together-bar.tsx';
import { refreshDesk, useUndoToast } from './undo-toast.ts';
import styles from './moderation.module.css';

const DecideDialog = lazy(() => import('./decide-dialog.tsx'));

interface Props {
  cases: readonly ReportCase[];
  /** False while a dialog of the page is open. The keyboard shortcuts are then off. */
  isOn: boolean;
  /** Called after a decision about several cases, with those that it could not decide. */
  onRefused: (refused: readonly Refused[]) => void;
  children: ReactNode;
}

/**
 * Lists the open cases. J and K move to another case, X selects a case, and the other letters decide it. `children` are
 * drawn below the list.
 */
export function OpenCases({ cases, isOn, onRefused, children }: Props) {
  const [deciding, setDeciding] = useState<{ found: ReportCase; action: ModerationAction }>();
  const [isAsking, setAsking] = useState(false);
  const ticked = useTicked(cases);
  const { at, choose, move } = useCurrent(cases);
  const quick = useQuick();
  const act = (found: ReportCase | undefined, action: ModerationAction) => {
    if (!found || !queueActionsFor(found.subject, found.is_own).includes(action)) return;
    if (needsStatement(action)) setDeciding({ found, action });
    else if (!quick.isPending) quick.mutate({ found, action });
  };
  useQueueKeys({
    isOn: isOn && !deciding && !isAsking,
    move,
    act: (action) => act(cases[at], action),
    open: () => linkOf(cases[at])?.click(),
    tick: () => ticked.toggle(cases[at]?.id ?? ''),
  });
  return (
    <>
      <Keys />
      <ol className={styles.sheet}>
        {cases.map((found, index) => (
          <CaseView
            key={found.id}
            found={found}
            desk={{
              isCurrent: index === at,
              isTicked: ticked.has(found),
              isTickable: ticked.canHave(found),
              onTick: () => ticked.toggle(found.id),
              onFocus: () => choose(index),
              onAct: (action) => act(found, action),
            }}
          />
        ))}
      </ol>
      {children}
      <TogetherBar
        chosen={ticked.chosen}
        isFull={ticked.isFull}
        onClear={ticked.clear}
        onAsk={setAsking}
        onRefused={onRefused}
      />
      <Suspense>
        {deciding && (
          <DecideDialog
            subject={(cases.find(({ id }) => id === deciding.found.id) ?? deciding.found).subject}
            channelId={deciding.found.channel?.id}
            reportId={deciding.found.id}
            reason={deciding.found.reasons[0]?.reason}
            action={deciding.action}
            language={deciding.found.author_language}
            onClose={() => setDeciding(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}

/**
 * Returns the case on which the keyboard shortcuts act. The case is tracked by its id and not by its position, because
 * cases are added and removed while the moderator works. A shortcut must not act on another case after such a change.
 */
function useCurrent(cases: readonly ReportCase[]) {
  const [current, setCurrent] = useState({ id: '', index: 0 });
  const found = cases.findIndex(({ id }) => id === current.id);
  const at = found >= 0 ? found : Math.min(current.index, Math.max(0, cases.length - 1));
  const under = cases[at];
  if (under && (under.id !== current.id || at !== current.index)) setCurrent({ id: under.id, index: at });
  const choose = (index: number) => setCurrent({ id: cases[index]?.id ?? '', index });
  const move = (by: 1 | -1) => {
    const next = Math.max(0, Math.min(cases.length - 1, at + by));
    choose(next);
    // Enter and Space act on the focused element. If the focus did not move, they would act on the previous case.
    linkOf(cases[next])?.focus({ preventScroll: true });
    // Only the keys scroll. A click focuses its case, and a page that moved before the release would lose the click.
    caseOf(cases[next])?.scrollIntoView({ block: 'nearest' });
  };
  return { at, choose, move };
}

const caseOf = (found: ReportCase | undefined) => document.getElementById(`case-${found?.id}`);

const linkOf = (found: ReportCase | undefined) => caseOf(found)?.querySelector('a');

/** A list of the keyboard shortcuts. */
function Keys() {
  const { t } = useTranslation(['community', 'moderation']);
  return (
    <Row as="p" gap={14} rowGap={4} wrap className={styles.keys}>
      <span className="visually-hidden">{t('moderation:keys')}</span>
      {(['j', 'k', 'enter', 'x', 'r', 'w', 's', 'b', 'l', 'd', 'u'] as const).map((key) => (
        <span key={key}>
          <Key>{key === 'enter' ? '↵' : key.toUpperCase()}</Key> {t(`moderation:key.${key}`)}
        </span>
      ))}
    </Row>
  );
}

/** Returns the mutation for decisions that need no statement of reasons. Such a decision takes effect at once. */
function useQuick() {
  const { t } = useTranslation(['community', 'moderation']);
  const errorText = useErrorText();
  const done = useUndoToast();
  return useMutation({
    mutationFn: ({ found, action }: { found: ReportCase; action: ModerationAction }) =>
      call.community.moderate({
        report_id: found.id,
        subject_kind: found.subject.kind,
        subject_id: found.subject.id,
        version: found.subject.version ?? undefined,
        channel_id: found.channel?.id,
        action,
      }),
    onSuccess: ({ id }, { action }) => {
      done([id], t('moderation:done'), t(`moderation:action.${action}`));
      return refreshDesk();
    },
    onError: (error) => {
      toast({ kind: 'error', title: errorText(error) });
      void refreshDesk();
    },
  });
}

/** Returns the selected cases, and functions to change the selection. */
function useTicked(cases: readonly ReportCase[]) {
  const [ticks, setTicks] = useState<Ticks>(new Map());
  const chosen = chosenOf(cases, ticks);
  return {
    chosen,
    has: (found: ReportCase) => chosen.includes(found),
    canHave: (found: ReportCase) => isTickable(found, chosen),
    isFull: chosen.length >= CommunityLimits.together_max,
    toggle: (id: string) => setTicks((before) => toggled(cases, before, id)),
    clear: () => setTicks(new Map()),
  };
}

interface QueueKeys {
  isOn: boolean;
  move(by: 1 | -1): void;
  act(action: ModerationAction): void;
  open(): void;
  tick(): void;
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('input:not([type=checkbox]), textarea, select, dialog, [role="dialog"]') !== null);

/**
 * Handles the keyboard shortcuts of the queue, which are single letters and Enter. They are off while a text field or a
 * dialog has the focus.
 */
function useQueueKeys(keys: QueueKeys) {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { isOn, move, act, open, tick } = latest.current;
      if (!isOn || isField(event.target) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const key = event.key.toLowerCase();
      if (key !== 'enter' && !singleKeysAreOn()) return;
      if (key === 'j' || key === 'k') move(key === 'j' ? 1 : -1);
      else if (event.repeat) return;
      else if (key === 'x') tick();
      else if (key === 'enter' && event.target === document.body) open();
      else if (Object.hasOwn(queueKeys, key)) act(queueKeys[key as keyof typeof queueKeys]);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
