import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Import } from '#contract/imports.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Grid, Stack } from '#web/ui/layout.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { toast } from '#web/ui/toast.ts';
import { Screen, States } from '../screen.tsx';
import screen from '../screen.module.css';
import styles from './imports.module.css';
import { PhotoImport } from './photo-import.tsx';
import { Report } from './report.tsx';
import { StateBadge } from './state-badge.tsx';

const working = new Set<Import['state']>(['checking', 'running', 'undoing']);
const POLL_MS = 1500;

/**
 * Shows one import: a preview of its result, the result itself, and the steps that are possible in the import's state.
 */
export function ImportView({ id, onBack }: { id: string; onBack: () => void }) {
  const { t } = useTranslation('imports');
  const query = useQuery(
    api.imports.adminGetImport.queryOptions({
      input: { import_id: id },
      refetchInterval: ({ state }) => (state.data && working.has(state.data.state) ? POLL_MS : false),
    }),
  );
  return (
    <Screen
      title={query.data ? <bdi>{query.data.name}</bdi> : t('report.title')}
      lead={query.data && t(`state.${query.data.state}.lead`)}
      tools={
        <Button variant="quiet" size="s" onClick={onBack}>
          {t('back')}
        </Button>
      }
    >
      <States query={query} isEmpty={() => false} empty={{ title: '', text: '' }}>
        {(one) => <Body one={one} onBack={onBack} />}
      </States>
    </Screen>
  );
}

function Body({ one, onBack }: { one: Import; onBack: () => void }) {
  const { t } = useTranslation('imports');
  const { dateTime, number } = useFormat();
  const isWorking = working.has(one.state);
  return (
    <div className={styles.stack}>
      <p className={styles.name}>
        <StateBadge state={one.state} />
        <span className="small muted">
          {t(`ground.${one.ground}`)} · <bdi>{one.ground_note}</bdi>
        </span>
      </p>
      {isWorking && (
        <Stack gap={8} className={styles.progress} aria-live="polite">
          <ProgressBar label={t(`state.${one.state}`)} value={one.handled} max={one.expected} />
          <p className="small muted">{t('progress', { handled: one.handled, rows: one.expected })}</p>
        </Stack>
      )}
      <Grid as="dl" gap={1} min={140} className={screen.sum}>
        {(['new', 'add', 'duplicate', 'refused'] as const).map((outcome) => (
          <div key={outcome}>
            <dt>{t(`outcome.${outcome}`)}</dt>
            <dd>{number(one.counts[outcome] ?? 0)}</dd>
          </div>
        ))}
        {one.photos > 0 && (
          <div>
            <dt>{t('photos')}</dt>
            <dd>{number(one.photos)}</dd>
          </div>
        )}
        {one.state === 'undone' && (
          <div>
            <dt>{t('kept')}</dt>
            <dd>{number(one.kept)}</dd>
          </div>
        )}
      </Grid>
      <Steps one={one} onBack={onBack} />
      {one.undo_until && <p className="small muted">{t('undo.until', { at: dateTime(one.undo_until) })}</p>}
      {one.state === 'done' && one.undo_until && <PhotoImport one={one} />}
      {!isWorking && one.state !== 'receiving' && <Report one={one} />}
    </div>
  );
}

/** The steps that begin only after a confirmation. */
type Asked = 'run' | 'undo' | 'invite' | 'invite.again';

function Steps({ one, onBack }: { one: Import; onBack: () => void }) {
  const { t } = useTranslation('imports');
  const errorText = useErrorText();
  const client = useQueryClient();
  const [asks, setAsks] = useState<Asked | null>(null);
  const input = { import_id: one.id };
  const refresh = () => client.invalidateQueries({ queryKey: api.imports.key() });
  const close = () => {
    setAsks(null);
    void refresh();
  };
  const run = useMutation(api.imports.adminRunImport.mutationOptions({ onSuccess: close }));
  const undo = useMutation(api.imports.adminUndoImport.mutationOptions({ onSuccess: close }));
  const drop = useMutation(
    api.imports.adminDropImport.mutationOptions({
      onSuccess: async () => {
        await refresh();
        onBack();
      },
    }),
  );
  const invite = useMutation(
    api.imports.adminInviteImported.mutationOptions({
      onSuccess: ({ invited }) => {
        close();
        toast({ kind: 'success', title: t('invite.done', { count: invited }) });
      },
    }),
  );
  const steps = { run, undo, invite, 'invite.again': invite };
  const step = asks && steps[asks];
  return (
    <>
      <div className={styles.buttons}>
        <Buttons
          one={one}
          onAsk={setAsks}
          drop={{ busy: drop.isPending, go: () => drop.mutate(input) }}
          undoAgain={{ busy: undo.isPending, go: () => undo.mutate(input) }}
        />
      </div>
      {drop.error && (
        <p className={styles.problem} role="alert">
          {errorText(drop.error)}
        </p>
      )}
      {asks && step && (
        <FormDialog
          onClose={() => setAsks(null)}
          title={t(`${asks}.title`)}
          lead={t(`${asks}.text`)}
          action={t(`${asks}.do`)}
          look={{ variant: asks === 'undo' ? 'danger' : 'ink', size: 's' }}
          busy={step.isPending}
          onSubmit={() => (asks === 'invite.again' ? invite.mutate({ ...input, again: true }) : step.mutate(input))}
          problem={step.error && errorText(step.error)}
        >
          {asks === 'run' && (
            <p>{t('run.sum', { made: one.counts.new, added: one.counts.add, refused: one.counts.refused })}</p>
          )}
        </FormDialog>
      )}
    </>
  );
}

interface Now {
  busy: boolean;
  go: () => void;
}

interface ButtonsProps {
  one: Import;
  onAsk: (asked: Asked) => void;
  drop: Now;
  undoAgain: Now;
}

/** The buttons for the steps that are possible in the import's current state. */
function Buttons({ one, onAsk, drop, undoAgain }: ButtonsProps) {
  const { t } = useTranslation('imports');
  const made = (one.counts.new ?? 0) + (one.counts.add ?? 0);
  const hasNew = one.state === 'done' && (one.counts.new ?? 0) > 0;
  return (
    <>
      {one.state === 'checked' && (
        <Button variant="primary" size="s" disabled={made === 0} onClick={() => onAsk('run')}>
          {t('run', { count: made })}
        </Button>
      )}
      {(one.state === 'checked' || one.state === 'receiving') && (
        <Button variant="line" size="s" busy={drop.busy} onClick={drop.go}>
          {t('drop')}
        </Button>
      )}
      {hasNew && (
        <Button variant="ink" size="s" onClick={() => onAsk('invite')}>
          {t('invite')}
        </Button>
      )}
      {hasNew && (
        <Button variant="line" size="s" onClick={() => onAsk('invite.again')}>
          {t('invite.again')}
        </Button>
      )}
      {one.state === 'undoing' && (
        <Button variant="line" size="s" busy={undoAgain.busy} onClick={undoAgain.go}>
          {t('undo.again')}
        </Button>
      )}
      {one.undo_until && (
        <Button variant="danger" size="s" onClick={() => onAsk('undo')}>
          {t('undo')}
        </Button>
      )}
    </>
  );
}
