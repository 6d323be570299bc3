import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { doseText } from '#contract/plan-words.ts';
import type { SessionItem } from '#contract/sessions.ts';
import { usePlanWords } from '#web/lib/plan-words.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Select } from '#web/ui/text-field.tsx';
import styles from './plan.module.css';
import { nameOfItem, nameOfSession, usePlanEditing } from './plan-context.ts';
import { SessionItemEditor } from './session-item-editor.tsx';
import { isItemComplete, moveItem, type Place, placeBeside, removeItem } from './sessions.ts';

interface Props {
  item: SessionItem;
  place: Place;
}

/**
 * Shows one treatment of a visit. A closed treatment shows a summary: name, dose, product, reasons and the doctor's
 * sentence. An open treatment also shows its fields.
 */
export function SessionItemRow({ item, place }: Props) {
  const { t } = useTranslation('studio');
  const { words } = usePlanWords();
  const { open, setOpen, isEditable } = usePlanEditing();
  const isOpen = open?.session === place.session && open.item === place.item;
  const title = (
    <>
      <span className={styles.itemTitle}>
        <b>{words.say(`treatment.${item.treatment}`)}</b>
        <span>{doseText(item, words)}</span>
      </span>
      <span className={styles.itemLine}>
        <span>{item.product ? words.say(`product.${item.product}`) : words.say(`area.${item.area}`)}</span>
        <span>{item.reasons.map((reason) => t(`reason.${reason}`)).join(' · ')}</span>
      </span>
      {item.sentence?.text && (
        <span className={styles.own} lang={item.sentence.language} dir="auto">
          {item.sentence.text}
        </span>
      )}
      {!isItemComplete(item) && <span className={styles.incomplete}>{t('session.incomplete')}</span>}
    </>
  );
  if (!isEditable)
    return (
      <li className={styles.sessionItem}>
        <div className={styles.itemHead}>{title}</div>
      </li>
    );
  return (
    <li className={styles.sessionItem} data-open={isOpen || undefined}>
      <button
        type="button"
        className={styles.itemHead}
        data-at={nameOfItem(place)}
        aria-expanded={isOpen}
        onClick={() => setOpen(isOpen ? null : place)}
      >
        {title}
      </button>
      {isOpen && (
        <>
          <SessionItemEditor item={item} place={place} />
          <ItemActions place={place} />
        </>
      )}
    </li>
  );
}

/**
 * Buttons that move a treatment within its visit, move it to another visit, or remove it. The focus stays on the moved
 * treatment.
 */
function ItemActions({ place }: { place: Place }) {
  const { t } = useTranslation('studio');
  const { words } = usePlanWords();
  const { sessions, had, change, focusNext, setOpen } = usePlanEditing();
  const goTo = (to: Place, ...controls: string[]) => {
    focusNext(...controls.map((control) => nameOfItem(to, control)), nameOfItem(to));
    setOpen(to);
    change(moveItem(sessions, place, to));
  };
  const [before, down] = [placeBeside(sessions, place, -1), placeBeside(sessions, place, 1)];
  // A visit that has taken place gets no further treatments, so a treatment cannot be moved up into it.
  const up = before && before.session < had && place.session >= had ? null : before;
  const remove = () => {
    const { session, item } = place;
    focusNext(nameOfItem(place), nameOfItem({ session, item: item - 1 }), nameOfSession(session, 'add'));
    setOpen(null);
    change(removeItem(sessions, place));
  };
  return (
    <div className={styles.itemActions}>
      <IconButton
        icon={ArrowUp}
        size="s"
        label={t('plan.up')}
        data-at={nameOfItem(place, 'up')}
        disabled={!up}
        onClick={() => up && goTo(up, 'up', 'down')}
      />
      <IconButton
        icon={ArrowDown}
        size="s"
        label={t('plan.down')}
        data-at={nameOfItem(place, 'down')}
        disabled={!down}
        onClick={() => down && goTo(down, 'down', 'up')}
      />
      {sessions.length > 1 && (
        <Select
          label={<span className="visually-hidden">{t('session.move_to')}</span>}
          data-at={nameOfItem(place, 'visit')}
          value={place.session}
          onChange={(event) => {
            const session = Number(event.currentTarget.value);
            if (session !== place.session) goTo({ session, item: sessions[session]?.items.length ?? 0 }, 'visit');
          }}
        >
          {sessions.map((_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: visits have no id
            <option key={at} value={at}>
              {words.say('session', { number: at + 1 })}
            </option>
          ))}
        </Select>
      )}
      <IconButton icon={Trash2} size="s" label={t('plan.remove')} onClick={remove} />
    </div>
  );
}
