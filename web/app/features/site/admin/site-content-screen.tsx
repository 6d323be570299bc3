import { type Dispatch, type SetStateAction, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SiteBlock, type SiteBlockState, SiteRegions, type SiteVersion } from '#contract/site.ts';
import { useAskBeforeLeaving } from '#web/lib/unsent-text.ts';
import { useKeptState } from '#web/lib/unsent-value.ts';
import { languages } from '#web/paths.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Row } from '#web/ui/layout.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { BlockEditor } from './block-editor.tsx';
import { BlockList } from './block-list.tsx';
import { type Edit, editOf, editOfVersion, isLosable, isSame, type Kept, typed, unsavedOf } from './edit.ts';
import { History } from './history.tsx';
import { type Place, usePlace } from './place.ts';
import { useBlockChanges, useBlocks } from './use-site-content.ts';
import styles from './site-content.module.css';

const languageNames = { en: 'English', fr: 'Français' } as const;

/** Edits the content for visitors by region and language, for example statistics, testimonials and contact details. */
export function SiteContentScreen() {
  const { t } = useTranslation('content');
  const [place, go] = usePlace();
  const blocks = useBlocks(place);
  const [edits, setEdits] = useKeptState('site content', noEdits);
  useAskBeforeLeaving(Object.values(edits).some((kept) => kept !== undefined));
  return (
    <main className={styles.screen} id="content">
      <header className={styles.head}>
        <div>
          <h1 className="h3">{t('title')}</h1>
          <p className="small muted">{t('lead')}</p>
        </div>
        <Row gap={16} rowGap={8} wrap className={styles.places}>
          <select
            className="input"
            aria-label={t('region')}
            value={place.region}
            onChange={({ currentTarget: { value } }) => go({ region: SiteRegions.find((region) => region === value) })}
          >
            {SiteRegions.map((value) => (
              <option key={value} value={value}>
                {t(`region.${value}`)}
              </option>
            ))}
          </select>
          <SegmentedControl
            label={t('language')}
            size="s"
            value={place.language}
            options={languages.map((value) => ({ value, label: languageNames[value] }))}
            onChange={(language) => go({ language })}
          />
        </Row>
      </header>
      {blocks.isPending && <SkeletonRows rows={5} />}
      {blocks.isError && (
        <ErrorState error={blocks.error} onRetry={() => void blocks.refetch()} busy={blocks.isFetching} />
      )}
      {blocks.data && <Desk {...{ place, edits, setEdits }} states={blocks.data} onChoose={(block) => go({ block })} />}
    </main>
  );
}

type Edits = Readonly<Record<string, Kept | undefined>>;
const noEdits: Edits = {};

interface DeskProps {
  place: Place;
  edits: Edits;
  setEdits: Dispatch<SetStateAction<Edits>>;
  states: readonly SiteBlockState[];
  onChoose: (block: SiteBlock) => void;
}

/**
 * Shows the form of the chosen block. If the person opens another block, region or page, the typed text stays until it
 * is saved or discarded.
 */
function Desk({ place, edits, setEdits, states, onChoose }: DeskProps) {
  const { t } = useTranslation('content');
  const changes = useBlockChanges(place);
  /** The text of the earlier version that the person last loaded into the form. */
  const [loaded, setLoaded] = useState<Edit>();
  /** The step that waits until the person agrees to lose the unsaved text. */
  const [asked, setAsked] = useState<() => void>();
  const keyOf = (block: SiteBlock) => `${place.region}/${place.language}/${block}`;
  const state = states.find(({ block }) => block === place.block);
  if (!state) return null;
  const key = keyOf(state.block);
  const put = (edit: Edit) => setEdits((all) => ({ ...all, [key]: typed(all[key], edit, state) }));
  const forget = () => setEdits((all) => ({ ...all, [key]: undefined }));
  /**
   * Handles a completed save. Text that was typed during the save stays unsaved, and the next save replaces the version
   * that was just saved.
   */
  const saved = (sent: Edit, { newest_id }: SiteBlockState) =>
    setEdits((all) => {
      const kept = all[key];
      return { ...all, [key]: kept && !isSame(kept.edit, sent) ? { ...kept, newest_id } : undefined };
    });
  const isUnsaved = (block: SiteBlock): boolean => {
    const now = states.find((other) => other.block === block);
    return now !== undefined && unsavedOf(edits[keyOf(block)], now) !== undefined;
  };
  /** Shows the version that a step has stored. Text that was typed during the step stays, and is based on this version. */
  const stored = ({ newest_id }: SiteBlockState) =>
    setEdits((all) => {
      const kept = all[key];
      return { ...all, [key]: kept && kept !== edits[key] ? { ...kept, newest_id } : undefined };
    });
  const restore = (version: SiteVersion) =>
    changes.restore.mutate({ id: version.id, newest_id: state.newest_id }, { onSuccess: stored });
  const reload = () => {
    forget();
    changes.save.reset();
    void changes.reload();
  };
  const lookAt = (version: SiteVersion) => {
    const edit = editOfVersion(version);
    setLoaded(edit);
    put(edit);
  };
  const unsaved = unsavedOf(edits[key], state);
  /** Does the step at once if no unsaved text is lost by it, or else asks first. */
  const ask = (step: () => void) => (isLosable(unsaved, loaded) ? setAsked(() => step) : step());
  return (
    <div className={styles.desk}>
      <BlockList states={states} chosen={state.block} isUnsaved={isUnsaved} onChoose={onChoose} />
      <BlockEditor
        key={key}
        {...{ place, state, changes }}
        {...(unsaved ?? { edit: editOf(state), newest_id: state.newest_id })}
        isUnsaved={unsaved !== undefined}
        onChange={put}
        onSaved={saved}
        onReload={() => ask(reload)}
        onDiscarded={(discarded) => {
          stored(discarded);
          changes.save.reset();
        }}
      />
      <History
        place={{ ...place, block: state.block }}
        onLookAt={(version) => ask(() => lookAt(version))}
        onRestore={(version) => ask(() => restore(version))}
        busyId={changes.restore.isPending ? changes.restore.variables.id : undefined}
      />
      {asked && (
        <ConfirmDialog
          title={t('lose')}
          lead={t('lose.text')}
          action={t('lose.yes')}
          onClose={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined);
            asked();
          }}
        />
      )}
    </div>
  );
}
