import { CircleAlert, CloudOff, Lock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { toast } from '#web/ui/toast.ts';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import { showCase } from '../flow/show-case.ts';
import { judgementIn } from '../skin/assessment.ts';
import styles from './save-line.module.css';

/**
 * Shows whether the draft is saved, is being saved or cannot be saved. If it cannot be saved, the line also shows the
 * cause and the remedy. If this doctor may not edit the case, the line shows the reason.
 */
export function SaveLine() {
  const { t } = useTranslation('studio');
  const { time } = useFormat();
  const { studioCase, isEditable } = useWorkspace();
  const { status } = useDraft().save;
  if (!isEditable) {
    return (
      <Row as="p" gap={8} align="center" className={styles.line}>
        {studioCase.status === 'published'
          ? t('save.signed')
          : studioCase.practitioner_id === null
            ? t('save.free')
            : t('save.read_only')}
      </Row>
    );
  }
  if (status.kind === 'outdated') return <Outdated />;
  if (status.kind === 'dataset' || status.kind === 'signedOut') {
    return (
      <Stack gap={6} className={styles.conflict} role="alert">
        <p>
          <Icon as={CircleAlert} size="s" />
          {t(status.kind === 'dataset' ? 'save.dataset' : 'save.signed_out')}
        </p>
        <span>
          <Button size="xs" variant="ink" onClick={() => location.reload()}>
            {t('save.reload')}
          </Button>
        </span>
      </Stack>
    );
  }
  if (status.kind === 'taken') {
    return (
      <Row as="p" gap={8} align="center" className={styles.line} role="alert">
        <Icon as={Lock} size="s" />
        {t('save.taken', { name: t('doctor', { name: status.by }) })}
      </Row>
    );
  }
  if (status.kind === 'closed') {
    return (
      <Row as="p" gap={8} align="center" className={styles.line} role="alert">
        <Icon as={Lock} size="s" />
        {t('save.closed')}
      </Row>
    );
  }
  return (
    <Row as="p" gap={8} align="center" className={styles.line} role="status" data-kind={status.kind}>
      {status.kind === 'offline' && <Icon as={CloudOff} size="s" />}
      {status.kind === 'saved'
        ? status.at
          ? t('save.saved', { time: time(status.at) })
          : t('save.untouched')
        : status.kind === 'offline'
          ? t('save.offline')
          : t('save.saving')}
    </Row>
  );
}

/** Shown if another person saved a newer version. The doctor loads it with or without their own changes. */
function Outdated() {
  const { t } = useTranslation('studio');
  const { studioCase, draft } = useWorkspace();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const takeOver = async (keepsOwn: boolean) => {
    setBusy(true);
    try {
      const newest = await call.simulation.getStudioCase({ case_id: studioCase.id });
      // The newer version may belong to new photos of the patient.
      draft.setPhotos(newest.photos, newest.draft.version);
      showCase(newest);
      draft.takeOver(newest.draft, judgementIn(newest.skin_score), keepsOwn);
    } catch (error) {
      toast({ kind: 'error', title: errorText(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap={6} className={styles.conflict} role="alert">
      <p>
        <Icon as={CircleAlert} size="s" />
        {t('save.outdated')}
      </p>
      <p>{t('save.outdated_text')}</p>
      <span>
        <Button size="xs" variant="ink" busy={busy} onClick={() => void takeOver(true)}>
          {t('save.keep_mine')}
        </Button>
        <Button size="xs" variant="quiet" disabled={busy} onClick={() => void takeOver(false)}>
          {t('save.drop_mine')}
        </Button>
      </span>
    </Stack>
  );
}
