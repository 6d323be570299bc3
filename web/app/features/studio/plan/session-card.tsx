import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type PlanSession, SESSION_MOST, UndosedKinds } from '#contract/sessions.ts';
import type { PlanFault } from '#engine/plan/plan-faults.ts';
import { isTreatmentName } from '#engine/recipe.ts';
import { usePlanWords } from '#web/lib/plan-words.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { Select } from '#web/ui/text-field.tsx';
import { groupOrder, treatmentsOf } from '../treatment/treatments.ts';
import { CountField } from './count-field.tsx';
import { FaultLine } from './fault-line.tsx';
import styles from './plan.module.css';
import { nameOfItem, nameOfSession, usePlanEditing } from './plan-context.ts';
import { SessionItemRow } from './session-item-row.tsx';
import { addItem, changeSession, moveSession, newItem, newUndosed, removeSession } from './sessions.ts';

interface Props {
  session: PlanSession;
  at: number;
  title: string;
  /** The time of the visit as text, for example '4 weeks after the visit before'. */
  when: string;
  faults: readonly PlanFault[];
}

/** Shows one visit of the plan: its timing, its treatments and its conflicts with the dataset. */
export function SessionCard({ session, at, title, when, faults }: Props) {
  const { t } = useTranslation('studio');
  const { sessions, had, change, isEditable } = usePlanEditing();
  return (
    <Stack as="li" gap={8} className={styles.session} aria-label={title}>
      <Row as="header" gap={8} justify="between" className={styles.sessionHead}>
        <div>
          <h4>{title}</h4>
          <p>{when}</p>
        </div>
        {isEditable && <SessionActions at={at} title={title} />}
      </Row>
      {isEditable && at < had && <p className={styles.note}>{t('session.had')}</p>}
      {isEditable && at > 0 && (
        <Stack gap={4} className={styles.when}>
          <CountField
            label={t('session.weeks')}
            min={0}
            max={SESSION_MOST.weeks_after}
            value={session.weeks_after}
            onChange={(weeks_after) => change(changeSession(sessions, at, { weeks_after }), `${at}.weeks`)}
          />
          <Checkbox
            label={t('session.review')}
            checked={session.review}
            onChange={(event) => change(changeSession(sessions, at, { review: event.currentTarget.checked }))}
          />
        </Stack>
      )}
      {!isEditable && session.review && <p className={styles.note}>{t('session.review')}</p>}
      <ul className={styles.sessionItems}>
        {session.items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no id, and their fields are controlled
          <SessionItemRow key={index} item={item} place={{ session: at, item: index }} />
        ))}
      </ul>
      {faults.map((fault) => (
        <FaultLine key={JSON.stringify(fault)} fault={fault} />
      ))}
      {isEditable && at >= had && session.items.length < SESSION_MOST.items && <AddTreatment at={at} />}
    </Stack>
  );
}

/**
 * Buttons that move or remove a visit. After a move, the focus stays on the moved visit. After a removal, the focus
 * moves to the next visit.
 */
function SessionActions({ at, title }: { at: number; title: string }) {
  const { t } = useTranslation('studio');
  const { sessions, had, change, focusNext, setOpen } = usePlanEditing();
  const move = (step: 1 | -1) => {
    const to = at + step;
    const [same, other] = step === 1 ? ['down', 'up'] : ['up', 'down'];
    focusNext(nameOfSession(to, same), nameOfSession(to, other));
    setOpen(null);
    change(moveSession(sessions, at, step));
  };
  const remove = () => {
    focusNext(nameOfSession(at, 'remove'), nameOfSession(at - 1, 'remove'), 'add-session');
    setOpen(null);
    change(removeSession(sessions, at));
  };
  return (
    <div className={styles.itemActions}>
      <IconButton
        icon={ArrowUp}
        size="s"
        data-at={nameOfSession(at, 'up')}
        label={t('session.up', { title })}
        disabled={at <= had}
        onClick={() => move(-1)}
      />
      <IconButton
        icon={ArrowDown}
        size="s"
        data-at={nameOfSession(at, 'down')}
        label={t('session.down', { title })}
        disabled={at < had || at === sessions.length - 1}
        onClick={() => move(1)}
      />
      <IconButton
        icon={Trash2}
        size="s"
        data-at={nameOfSession(at, 'remove')}
        label={t('session.remove', { title })}
        disabled={at < had}
        onClick={remove}
      />
    </div>
  );
}

/**
 * A list of treatments. A chosen treatment is added at once. This takes one tap on a phone, or a few letters on a
 * keyboard.
 */
function AddTreatment({ at }: { at: number }) {
  const { t } = useTranslation('studio');
  const { words, reader } = usePlanWords();
  const { sessions, change, focusNext, setOpen } = usePlanEditing();
  const add = (name: string) => {
    const kind = UndosedKinds.find((one) => one === name);
    const item = kind ? newUndosed(kind, reader) : isTreatmentName(name) ? newItem(name) : null;
    if (!item) return;
    const place = { session: at, item: sessions[at]?.items.length ?? 0 };
    setOpen(place);
    focusNext(nameOfItem(place));
    change(addItem(sessions, at, item));
  };
  return (
    <Select
      label={<span className="visually-hidden">{t('session.add_treatment')}</span>}
      className={styles.add}
      data-at={nameOfSession(at, 'add')}
      value=""
      required={false}
      onChange={(event) => add(event.currentTarget.value)}
    >
      <option value="">{t('session.choose')}</option>
      {groupOrder.map((group) => (
        <optgroup key={group} label={t(`treatments.${group}`)}>
          {treatmentsOf(group).map(({ id }) => (
            <option key={id} value={id}>
              {words.say(`treatment.${id}`)}
            </option>
          ))}
        </optgroup>
      ))}
      <optgroup label={t('session.undosed')}>
        {UndosedKinds.map((kind) => (
          <option key={kind} value={kind}>
            {words.say(`treatment.${kind}`)}
          </option>
        ))}
      </optgroup>
    </Select>
  );
}
