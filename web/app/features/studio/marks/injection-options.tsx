import { FlipHorizontal2, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Injection, InjectionDepths } from '#contract/markings.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import { parseAmount, useDoseWords } from '../treatment/dose-words.ts';
import { drawable, treatments } from '../treatment/treatments.ts';
import { changePoint, confirmPoints, isOlder, mirrorPoint, type NewPoint, proposePoints } from './injection-points.ts';
import type { Marked } from './marked.ts';
import styles from './marks.module.css';
import { useTools } from './tool-context.ts';

/**
 * Edits the product, dose and depth of the selected point. If no point is selected, product and depth apply to the next
 * point. Choosing a treatment deselects the point.
 */
export function InjectionOptions({ marked }: { marked: Marked | null }) {
  const { t } = useTranslation('studio');
  const { draft } = useWorkspace();
  const { treatment, product, depth, set } = useTools();
  const { chosen, older, change, propose, confirm, mirror, remove } = useInjection(marked);
  return (
    <>
      <Area
        value={chosen?.treatment ?? treatment}
        onChange={(next) => set({ treatment: next, injectionId: null, depth: null })}
      />
      <input
        className={styles.product}
        aria-label={t('map.product')}
        placeholder={t('map.product')}
        maxLength={80}
        value={chosen?.product ?? product}
        onChange={(event) => {
          const next = event.currentTarget.value;
          set({ product: next });
          change({ product: next }, 'product');
        }}
        onBlur={() => draft.endGesture()}
      />
      {chosen && <Dose chosen={chosen} onChange={(dose) => change({ dose })} />}
      <Depth
        value={chosen?.depth ?? depth}
        mayBeUsual={!chosen}
        onChange={(next) => {
          set({ depth: next });
          if (next) change({ depth: next });
        }}
      />
      {chosen && (
        <>
          <IconButton
            icon={FlipHorizontal2}
            size="s"
            label={t('map.mirror')}
            disabled={marked?.pose !== 'front'}
            onClick={mirror}
          />
          <IconButton icon={Trash2} size="s" label={t('map.remove')} onClick={remove} />
        </>
      )}
      <span className={styles.push} />
      {older > 0 && (
        <Button size="xs" variant="ink" onClick={confirm}>
          {t('map.confirm', { count: older })}
        </Button>
      )}
      <Button size="xs" variant="quiet" disabled={marked?.pose !== 'front'} onClick={propose}>
        {t('map.propose')}
      </Button>
    </>
  );
}

/** Returns the selected point, and the actions on this point and on all points. */
function useInjection(marked: Marked | null) {
  const { draft } = useWorkspace();
  const { markings, recipes, style } = useDraft().content;
  const { injectionId, treatment, set } = useTools();
  const chosen = markings.injections.find(({ id }) => id === injectionId);
  // If the doctor presses the photo, a field loses the focus and stores its value. React has not rendered this value
  // yet, so it is read from the store.
  const newest = () => draft.snapshot().content.markings.injections;
  const change = (next: Partial<NewPoint>, gesture: string | null = null) => {
    if (chosen) draft.setMarkings({ injections: changePoint(newest(), chosen.id, next) }, gesture);
  };
  const propose = () =>
    marked &&
    draft.setMarkings({
      injections: proposePoints(newest(), drawable(recipes[style]), marked, treatment ?? undefined),
    });
  const older = marked ? markings.injections.filter((point) => isOlder(point, marked)).length : 0;
  const confirm = () => marked && draft.setMarkings({ injections: confirmPoints(newest(), marked) });
  const mirror = () => {
    const id = crypto.randomUUID();
    const next = chosen && marked && mirrorPoint(newest(), chosen.id, id, marked);
    if (!next) return;
    draft.setMarkings({ injections: next });
    set({ injectionId: id });
  };
  const remove = () => {
    draft.setMarkings({ injections: newest().filter(({ id }) => id !== injectionId) });
    set({ injectionId: null });
  };
  return { chosen, older, change, propose, confirm, mirror, remove };
}

function Area({ value, onChange }: { value: string | null; onChange: (treatment: string | null) => void }) {
  const { t } = useTranslation('studio');
  const injected = treatments.filter(({ group }) => group !== 'light');
  return (
    <select
      aria-label={t('map.area')}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    >
      <option value="">{t('map.choose')}</option>
      {injected.map(({ id }) => (
        <option key={id} value={id}>
          {t(`treatment.${id as 'cheek'}`)}
        </option>
      ))}
    </select>
  );
}

type DepthOfPoint = Injection['depth'];

interface DepthProps {
  value: DepthOfPoint | null;
  /**
   * True if the list also has the entry 'Usual depth'. The next point then gets the depth of the treatment's last
   * point. A selected point already has a depth, so its list does not have this entry.
   */
  mayBeUsual: boolean;
  onChange: (depth: DepthOfPoint | null) => void;
}

function Depth({ value, mayBeUsual, onChange }: DepthProps) {
  const { t } = useTranslation('studio');
  return (
    <select
      aria-label={t('map.depth')}
      value={value ?? ''}
      onChange={(event) => onChange(InjectionDepths.find((each) => each === event.currentTarget.value) ?? null)}
    >
      {mayBeUsual && <option value="">{t('map.usual_depth')}</option>}
      {InjectionDepths.map((each) => (
        <option key={each} value={each}>
          {t(`depth.${each}`)}
        </option>
      ))}
    </select>
  );
}

/**
 * The field for the dose of a point. If the doctor types something that is not an amount, the field returns to the old
 * value.
 */
function Dose({ chosen, onChange }: { chosen: Injection; onChange: (dose: number) => void }) {
  const { t } = useTranslation('studio');
  const words = useDoseWords();
  const of = treatments.find(({ id }) => id === chosen.treatment);
  if (!of) return null;
  return (
    <label className={styles.dose}>
      <span className="visually-hidden">{t('field.dose')}</span>
      <input
        key={`${chosen.id} ${chosen.dose}`}
        inputMode="decimal"
        defaultValue={words.number(chosen.dose, of.unit)}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        onBlur={(event) => {
          const dose = parseAmount(event.currentTarget.value);
          const isWithin = dose !== null && dose >= 0 && dose <= of.max;
          if (isWithin && dose !== chosen.dose) return onChange(dose);
          event.currentTarget.value = words.number(chosen.dose, of.unit);
        }}
      />
      <span aria-hidden="true">{words.unit(of.unit)}</span>
    </label>
  );
}
