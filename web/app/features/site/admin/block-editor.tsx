import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SiteBlock, type SiteBlockState, SiteLimits } from '#contract/site.ts';
import { refusalOf } from '#web/lib/refusal.ts';
import { inLanguage } from '#web/paths.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { BlockFields } from './block-fields.tsx';
import type { Edit } from './edit.ts';
import type { Place } from './place.ts';
import { type BlockChanges, faultsOf } from './use-site-content.ts';
import styles from './site-content.module.css';

interface Props {
  place: Place;
  state: SiteBlockState;
  edit: Edit;
  newest_id: SiteBlockState['newest_id'];
  isUnsaved: boolean;
  changes: BlockChanges;
  onChange: (edit: Edit) => void;
  onSaved: (sent: Edit, state: SiteBlockState) => void;
  /** Discards the typed text and shows the newest saved version. The page asks first if text would be lost. */
  onReload: () => void;
  /** Shows the newest saved version after the draft was discarded. */
  onDiscarded: (state: SiteBlockState) => void;
}

/** The page that shows each block. Blocks that are not listed are on the landing page. */
const pages: Partial<Record<SiteBlock, string>> = {
  testimonials: '/testimonials',
  plans: '/pricing',
  rights: '/terms',
  seller: '/terms',
};

/**
 * The form of one block. It contains the texts, whether the block is shown, and buttons to save, publish or discard.
 */
export function BlockEditor(props: Props) {
  const { place, state, edit, newest_id, isUnsaved, changes, onChange, onSaved, onReload, onDiscarded } = props;
  const { t } = useTranslation('content');
  const { save } = changes;
  const faults = faultsOf(save.error);
  const isOutdated = refusalOf(save.error)?.code === 'SITE_CONTENT_CHANGED';
  const send = (publish: boolean) =>
    save.mutate(
      { ...edit, region: place.region, language: place.language, publish, newest_id },
      { onSuccess: (saved) => onSaved(edit, saved) },
    );
  return (
    <Stack
      as="form"
      gap={20}
      className={styles.editor}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send(true);
      }}
    >
      <header>
        <h2 className="h3">{t(`block.${state.block}`)}</h2>
        <p className="small muted">{t(`about.${state.block}`)}</p>
        <p className="small">{t(`origin.${state.origin}`)}</p>
      </header>
      {state.block !== 'seller' && state.block !== 'plans' && (
        <Visibility edit={edit} onChange={onChange} isReasonMissing={faults.has('reason')} />
      )}
      <BlockFields edit={edit} onChange={onChange} faults={faults} region={place.region} />
      <Checkbox
        label={t('confirm')}
        hint={t('confirmHint')}
        checked={edit.is_confirmed}
        onChange={(event) => onChange({ ...edit, is_confirmed: event.target.checked })}
      />
      {isOutdated && (
        <p className={styles.notice} role="alert">
          {t('outdated')}{' '}
          <Button size="xs" onClick={onReload}>
            {t('loadNewer')}
          </Button>
        </p>
      )}
      {faults.size > 0 && (
        <p className={styles.notice} role="alert">
          {t('faults', { count: faults.size })}
        </p>
      )}
      <Actions {...{ place, state, isUnsaved, changes, onReload, onDiscarded }} onDraft={() => send(false)} />
    </Stack>
  );
}

type VisibilityProps = Pick<Props, 'edit' | 'onChange'> & { isReasonMissing: boolean };

function Visibility({ edit, onChange, isReasonMissing }: VisibilityProps) {
  const { t } = useTranslation('content');
  return (
    <Stack gap={12} className={styles.visibility}>
      <Checkbox
        label={t('shown')}
        checked={edit.is_shown}
        onChange={(event) => onChange({ ...edit, is_shown: event.target.checked })}
      />
      {!edit.is_shown && (
        <TextArea
          label={t('reason')}
          hint={t('reasonHint')}
          error={isReasonMissing && t('reasonMissing')}
          rows={2}
          maxLength={SiteLimits.reason}
          value={edit.reason}
          onChange={(event) => onChange({ ...edit, reason: event.target.value })}
        />
      )}
    </Stack>
  );
}

type ActionsProps = Pick<Props, 'place' | 'state' | 'isUnsaved' | 'changes' | 'onReload' | 'onDiscarded'> & {
  onDraft: () => void;
};

function Actions({ place, state, isUnsaved, changes, onReload, onDiscarded, onDraft }: ActionsProps) {
  const { t } = useTranslation('content');
  const { save, discard } = changes;
  const { region, language, block } = place;
  const page = pages[block] ?? '/home';
  const [isAsking, setAsking] = useState(false);
  const throwAway = () => {
    setAsking(false);
    discard.mutate(
      { region, language, block, newest_id: state.newest_id },
      { onSuccess: onDiscarded, onError: () => void changes.reload() },
    );
  };
  return (
    <Row as="footer" gap={8} wrap className={styles.actions}>
      <Button type="submit" variant="primary" size="s" busy={save.isPending && save.variables.publish}>
        {t('publish')}
      </Button>
      <Button size="s" onClick={onDraft} busy={save.isPending && !save.variables.publish}>
        {t('saveDraft')}
      </Button>
      {/* The preview shows the saved draft and not the typed text. */}
      <a
        className={buttonClass({ size: 's', variant: 'quiet' })}
        href={`${inLanguage(page, language)}?preview=${region}`}
        target="_blank"
        rel="noreferrer"
      >
        <span className="button__label">
          <Icon as={ExternalLink} size="s" />
          {t('preview')}
        </span>
      </a>
      {isUnsaved && (
        <Button size="s" variant="quiet" onClick={onReload}>
          {t('revert')}
        </Button>
      )}
      {state.draft && !isUnsaved && (
        <Button size="s" variant="quiet" onClick={() => setAsking(true)} busy={discard.isPending}>
          {t('discard')}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('discard.ask')}
          lead={t('discard.ask.text')}
          action={t('discard')}
          onConfirm={throwAway}
          onClose={() => setAsking(false)}
        />
      )}
    </Row>
  );
}
