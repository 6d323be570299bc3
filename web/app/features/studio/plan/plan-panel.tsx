import { ListPlus, Plus, Trash2 } from 'lucide-react';
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PLAN_MOST } from '#contract/drafts.ts';
import { sessionLines } from '#contract/plan-words.ts';
import { type PlanSession, SESSION_MOST } from '#contract/sessions.ts';
import { type Past, visitsHad } from '#engine/plan/plan-faults.ts';
import { usePlanWords } from '#web/lib/plan-words.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { toast } from '#web/ui/toast.ts';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import type { DraftStore } from '../draft/draft-store.ts';
import { reasonsFor } from '../treatment/reasons.ts';
import { CountField } from './count-field.tsx';
import { OwnWordsField } from './own-words-field.tsx';
import styles from './plan.module.css';
import { PlanContext, nameOfSession } from './plan-context.ts';
import { SessionCard } from './session-card.tsx';
import { Received, usePast } from './received.tsx';
import { addSession, faultsOf, type Place, proposedSessions, type Sessions } from './sessions.ts';

/** Lists the treatments of each visit with their reasons. Below them is the doctor's note to the patient. */
export function PlanPanel() {
  return (
    <>
      <Visits />
      <Words />
    </>
  );
}

function Visits() {
  const { t } = useTranslation('studio');
  const { draft, isEditable } = useWorkspace();
  const { plan } = useDraft().content;
  const { words, reader } = usePlanWords();
  const section = useRef<HTMLElement>(null);
  const focusNext = useKeptFocus(section);
  const [open, setOpen] = useState<Place | null>(null);
  const sessions = plan.sessions ?? [];
  const lines = sessionLines(sessions, words, reader);
  const past = usePast();
  const proposal = useProposal(past, () => setOpen(null));
  const faults = faultsOf(sessions, past);
  const had = past ? visitsHad(past) : 0;
  const change = (next: Sessions, gesture?: string) =>
    draft.setPlan({ ...plan, sessions: [...next] }, gesture && `plan.${gesture}`);
  const add = () => {
    focusNext(nameOfSession(sessions.length, 'add'));
    change(addSession(sessions));
  };
  const isEmpty = sessions.length + plan.items.length === 0;

  return (
    <section ref={section} className={styles.section} aria-label={t('plan.items')}>
      {isEmpty && <p className={styles.empty}>{t(isEditable ? 'plan.empty' : 'plan.none')}</p>}
      {past && <Received past={past} />}
      <EarlierItems />
      <PlanContext value={{ sessions, had, open, setOpen, change, focusNext, isEditable }}>
        <ol className={styles.sessions}>
          {sessions.map((session, at) => (
            <SessionCard
              // biome-ignore lint/suspicious/noArrayIndexKey: visits have no id, and their fields are controlled
              key={at}
              session={session}
              at={at}
              title={lines[at]?.title ?? ''}
              when={lines[at]?.when ?? ''}
              faults={faults.filter((fault) => fault.session === at)}
            />
          ))}
        </ol>
      </PlanContext>
      {isEditable && (
        <div className={styles.actions}>
          <Button size="xs" disabled={!past} onClick={proposal.propose}>
            <Icon as={ListPlus} size="s" />
            {t(isEmpty ? 'plan.propose' : 'plan.propose_again')}
          </Button>
          <Button
            size="xs"
            variant="quiet"
            data-at="add-session"
            disabled={sessions.length >= SESSION_MOST.sessions}
            onClick={add}
          >
            <Icon as={Plus} size="s" />
            {t('session.add')}
          </Button>
        </div>
      )}
      {isEditable && <p className={styles.note}>{t('plan.language')}</p>}
      <Dialog
        isOpen={proposal.isAsking}
        size="s"
        title={t('plan.replace')}
        lead={t('plan.replace_lead')}
        onClose={proposal.keep}
        footer={
          <>
            <Button size="s" variant="quiet" onClick={proposal.keep}>
              {t('plan.keep')}
            </Button>
            <Button size="s" variant="primary" onClick={proposal.replace}>
              {t('plan.replace_now')}
            </Button>
          </>
        }
      />
    </section>
  );
}

/**
 * Lists the items of a plan from an earlier release. Such a plan has free text and no sessions. The doctor can read and
 * remove the items.
 */
function EarlierItems() {
  const { t } = useTranslation('studio');
  const { draft, isEditable } = useWorkspace();
  const { plan } = useDraft().content;
  if (plan.items.length === 0) return null;
  return (
    <div>
      <h4 className={styles.earlier}>{t('plan.earlier')}</h4>
      <ul className={styles.sessionItems}>
        {plan.items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no id
          <li key={at} className={styles.earlierItem}>
            <span className={styles.itemTitle}>
              <b>
                <bdi>{item.area}</bdi>
              </b>
              <bdi>{item.dose}</bdi>
            </span>
            {isEditable && (
              <IconButton
                icon={Trash2}
                size="s"
                label={t('plan.remove')}
                onClick={() => draft.setPlan({ ...plan, items: plan.items.filter((_, index) => index !== at) })}
              />
            )}
            <span className={styles.rationale} dir="auto">
              {item.rationale}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The fields for the validity of the plan and for the doctor's note to the patient. */
function Words() {
  const { t } = useTranslation('studio');
  const { draft, isEditable } = useWorkspace();
  const { reader } = usePlanWords();
  const { plan } = useDraft().content;
  const { note_to_patient: text, note_language = reader } = plan;
  return (
    <section className={styles.section} onBlur={() => draft.endGesture()}>
      <CountField
        label={t('field.valid_months')}
        min={1}
        max={PLAN_MOST.valid_months}
        value={plan.valid_months}
        disabled={!isEditable}
        onChange={(valid_months) => draft.setPlan({ ...plan, valid_months }, 'valid_months')}
      />
      <OwnWordsField
        label={t('plan.note')}
        hint={t('plan.note_hint')}
        rows={6}
        max={PLAN_MOST.note_to_patient}
        value={text === '' ? null : { text, language: note_language }}
        disabled={!isEditable}
        onChange={(note) =>
          draft.setPlan(
            { ...plan, note_to_patient: note?.text ?? '', note_language: note?.language ?? note_language },
            'note',
          )
        }
      />
    </section>
  );
}

/**
 * Moves the focus after a change that removes or disables the focused element. `focusNext` sets the `data-at` names of
 * elements in order of preference. The first element that exists and is enabled gets the focus as soon as the change is
 * drawn.
 */
function useKeptFocus(container: RefObject<HTMLElement | null>) {
  const wanted = useRef<readonly string[]>([]);
  useLayoutEffect(() => {
    const names = wanted.current;
    if (names.length === 0) return;
    wanted.current = [];
    for (const name of names) {
      const found = container.current?.querySelector<HTMLElement>(`[data-at="${name}"]`);
      if (found && !found.matches(':disabled')) return found.focus();
    }
  });
  return useCallback((...names: string[]) => {
    wanted.current = names;
  }, []);
}

/** The last proposal of each draft, as text. If the plan still equals this text, the doctor has not edited it. */
const lastProposed = new WeakMap<DraftStore, string>();

/**
 * Fills the plan from the recipe. If the doctor has edited the plan, the edits are replaced only after the doctor
 * agrees. One undo restores the edits.
 */
function useProposal(past: Past | undefined, onReplaced: () => void) {
  const { t } = useTranslation('studio');
  const { draft, studioCase } = useWorkspace();
  const [isAsking, setAsking] = useState(false);

  const proposed = (): PlanSession[] => {
    const { recipes, style, plan, skin } = draft.snapshot().content;
    const reasons = reasonsFor(studioCase.answers, skin?.given ?? null);
    return proposedSessions(recipes[style], reasons, plan.sessions ?? [], past);
  };
  const write = (sessions: PlanSession[]) => {
    const { plan } = draft.snapshot().content;
    onReplaced();
    draft.setPlan({ ...plan, items: [], sessions });
    lastProposed.set(draft, JSON.stringify(sessions));
    if (plan.items.length + (plan.sessions ?? []).length > 0)
      toast({ kind: 'info', title: t('plan.replaced'), action: { label: t('undo'), run: () => draft.undo() } });
  };
  return {
    isAsking,
    propose() {
      const { items, sessions = [] } = draft.snapshot().content.plan;
      const next = proposed();
      const now = JSON.stringify(sessions);
      if (next.length === 0) return void toast({ kind: 'info', title: t('plan.nothing') });
      if (items.length === 0 && now === JSON.stringify(next))
        return void toast({ kind: 'info', title: t('plan.same') });
      const isOwn = items.length > 0 || (sessions.length > 0 && now !== lastProposed.get(draft));
      if (isOwn) setAsking(true);
      else write(next);
    },
    keep: () => setAsking(false),
    replace() {
      setAsking(false);
      write(proposed());
    },
  };
}
