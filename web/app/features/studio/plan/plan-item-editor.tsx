import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PLAN_MOST, type PlanItem, TreatmentKinds } from '#contract/drafts.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Select, TextArea, TextField } from '#web/ui/text-field.tsx';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import { CountField } from './count-field.tsx';
import styles from './plan.module.css';
import { moveItem, removeItem, replaceItem } from './plan-items.ts';

interface Props {
  item: PlanItem;
  index: number;
  onOpen: (at: number | null) => void;
}

/** Every field of one item; typing in one field is one step of undo. */
export function PlanItemEditor({ item, index, onOpen }: Props) {
  const { t } = useTranslation('studio');
  const { draft } = useWorkspace();
  const { plan } = useDraft().content;
  const change = (field: keyof PlanItem, value: string | number) =>
    draft.setPlan({ ...plan, items: replaceItem(plan.items, index, { [field]: value }) }, `${index}.${field}`);
  const text = (field: 'area' | 'dose' | 'rationale' | 'risks' | 'alternatives') => ({
    label: t(`field.${field}`),
    value: item[field],
    maxLength: PLAN_MOST[field],
    onChange: (event: Typed) => change(field, event.currentTarget.value),
  });
  const count = (field: 'sessions' | 'interval_weeks') => ({
    max: PLAN_MOST[field],
    value: item[field],
    onChange: (value: number) => change(field, value),
  });
  return (
    <div className={styles.editor} onBlur={() => draft.endGesture()}>
      <Select label={t('field.kind')} value={item.kind} onChange={(event) => change('kind', event.currentTarget.value)}>
        {TreatmentKinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`kind.${kind}`)}
          </option>
        ))}
      </Select>
      <TextField {...text('area')} />
      <div className={styles.numbers}>
        <TextField {...text('dose')} required={false} />
        <CountField {...count('sessions')} min={1} label={t('field.sessions')} />
        <CountField {...count('interval_weeks')} min={0} label={t('field.interval')} />
      </div>
      <TextArea {...text('rationale')} rows={3} />
      <TextArea {...text('risks')} rows={2} required={false} />
      <TextArea {...text('alternatives')} rows={2} required={false} />
      <ItemActions index={index} onOpen={onOpen} />
    </div>
  );
}

/** Its place among the others, and its end. */
function ItemActions({ index, onOpen }: Omit<Props, 'item'>) {
  const { t } = useTranslation('studio');
  const { draft } = useWorkspace();
  const { plan } = useDraft().content;
  const move = (step: 1 | -1) => {
    draft.setPlan({ ...plan, items: moveItem(plan.items, index, step) });
    onOpen(index + step);
  };
  const remove = () => {
    draft.setPlan({ ...plan, items: removeItem(plan.items, index) });
    onOpen(null);
  };
  return (
    <div className={styles.itemActions}>
      <IconButton icon={ArrowUp} size="s" label={t('plan.up')} disabled={index === 0} onClick={() => move(-1)} />
      <IconButton
        icon={ArrowDown}
        size="s"
        label={t('plan.down')}
        disabled={index === plan.items.length - 1}
        onClick={() => move(1)}
      />
      <IconButton icon={Trash2} size="s" label={t('plan.remove')} onClick={remove} />
    </div>
  );
}

interface Typed {
  currentTarget: { value: string };
}
