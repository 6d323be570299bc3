import { FlipHorizontal2, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Injection, InjectionDepths } from '#contract/markings.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import { parseAmount, useDoseWords } from '../treatment/dose-words.ts';
import { drawable, treatments } from '../treatment/treatments.ts';
import { changePoint, mirrorPoint, type NewPoint, proposePoints } from './injection-points.ts';
import type { Marked } from './marked.ts';
import styles from './marks.module.css';
import { useTools } from './tool-context.ts';

/** The chosen point, and what can be done with it and with all of them. */
function useInjection(marked: Marked | null) {
  const { draft } = useWorkspace();
  const { markings, recipes, style } = useDraft().content;
  const { injectionId, treatment, set } = useTools();
  const { injections } = markings;
  const chosen = injections.find(({ id }) => id === injectionId);
  const change = (next: Partial<NewPoint>, gesture: string | null = null) => {
    if (chosen) draft.setMarkings({ injections: changePoint(injections, chosen.id, next) }, gesture);
  };
  const propose = () =>
    marked &&
    draft.setMarkings({
      injections: proposePoints(injections, drawable(recipes[style]), marked, treatment ?? undefined),
    });
  const mirror = () => {
    const id = crypto.randomUUID();
    const next = chosen && marked && mirrorPoint(injections, chosen.id, id, marked);
    if (!next) return;
    draft.setMarkings({ injections: next });
    set({ injectionId: id });
  };
  const remove = () => {
    draft.setMarkings({ injections: injections.filter(({ id }) => id !== injectionId) });
    set({ injectionId: null });
  };
  return { chosen, change, propose, mirror, remove };
}

/** Area, product, dose and depth of the chosen point; without one they are those of the next point. */
export function InjectionOptions({ marked }: { marked: Marked | null }) {
  const { t } = useTranslation('studio');
  const { draft } = useWorkspace();
  const { treatment, product, depth, set } = useTools();
  const { chosen, change, propose, mirror, remove } = useInjection(marked);
  const injected = treatments.filter(({ group }) => group !== 'light');
  return (
    <>
      <select
        aria-label={t('map.area')}
        value={chosen?.treatment ?? treatment ?? ''}
        onChange={(event) => set({ treatment: event.currentTarget.value || null, injectionId: null, depth: null })}
      >
        <option value="">{t('map.choose')}</option>
        {injected.map(({ id }) => (
          <option key={id} value={id}>
            {t(`treatment.${id as 'cheek'}`)}
          </option>
        ))}
      </select>
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
      <select
        aria-label={t('map.depth')}
        value={chosen?.depth ?? depth ?? ''}
        onChange={(event) => {
          const next = InjectionDepths.find((each) => each === event.currentTarget.value);
          set({ depth: next ?? null });
          if (next) change({ depth: next });
        }}
      >
        {!chosen && <option value="">{t('map.usual_depth')}</option>}
        {InjectionDepths.map((each) => (
          <option key={each} value={each}>
            {t(`depth.${each}`)}
          </option>
        ))}
      </select>
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
      <Button size="xs" variant="quiet" disabled={marked?.pose !== 'front'} onClick={propose}>
        {t('map.propose')}
      </Button>
    </>
  );
}

/** What is no amount goes back to what it was. */
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
          if (dose !== null && dose >= 0 && dose <= of.max * 2) return onChange(dose);
          event.currentTarget.value = words.number(chosen.dose, of.unit);
        }}
      />
      <span aria-hidden="true">{words.unit(of.unit)}</span>
    </label>
  );
}
