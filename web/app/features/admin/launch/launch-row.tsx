import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Circle } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type LaunchLine, type LaunchState, type SettledLine, SettledLines } from '#contract/launch.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { useSaveProblem } from '../save-problem.ts';
import styles from './launch.module.css';
import { ChooseWording, type Region, RegionList } from './region-rules.tsx';

type Line = LaunchState['lines'][number];

/**
 * For each line of the launch checklist, the path of the page on which the team can do or check what this line
 * requires.
 */
const places: Record<LaunchLine, string> = {
  company: '/admin/site?block=seller',
  contact: '/admin/site?block=contact',
  publication_director: '/admin/site?block=contact',
  data_protection: '/admin/site?block=contact',
  health_data_host: '/admin/site?block=contact',
  insurance: '/admin/site?block=contact',
  sample_figures: '/admin/site',
  region_rules: '/admin/site?region=FR&language=fr&block=plans',
  mail_delivered: '/admin/system',
  payment_tested: '/admin/payments',
  backup_restored: '/admin/system',
  second_factors: '/admin/users',
  signing_doctor: '/admin/practitioners',
};

const isInWords = (line: LaunchLine): line is SettledLine => SettledLines.some((one) => one === line);

export function LaunchRow({ line: state, regions }: { line: Line; regions: readonly Region[] }) {
  const { t } = useTranslation('launch');
  const [isOpen, setIsOpen] = useState(false);
  const { line, is_settled, note, left } = state;
  const name = `launch-line-${line}`;
  const isOfRegions = line === 'region_rules';
  return (
    <li className={styles.row}>
      <Stack gap={4} className={styles.words}>
        <Row gap={8} rowGap={4} align="center" wrap className={styles.name}>
          <h3 id={name}>{t(line)}</h3>
          <StatusBadge tone={is_settled ? 'confirmed' : 'plain'} icon={is_settled ? undefined : Circle}>
            {t(is_settled ? 'settled' : 'open')}
          </StatusBadge>
          {!is_settled && left ? <span className="micro muted">{t('left', { count: left })}</span> : null}
        </Row>
        <p className="small muted">{t(`${line}.about`)}</p>
        {isOfRegions ? <RegionList regions={regions} /> : is_settled && <Settled state={state} />}
      </Stack>
      <Row gap={8} wrap>
        <LocalisedLink to={places[line]} className={buttonClass({ size: 'xs' })} aria-describedby={name}>
          {t('go')}
        </LocalisedLink>
        {(isInWords(line) || isOfRegions) && (
          <Button
            size="xs"
            variant={is_settled ? undefined : 'ink'}
            aria-describedby={name}
            onClick={() => setIsOpen(true)}
          >
            {t(is_settled ? 'change' : isOfRegions ? 'choose' : 'settle')}
          </Button>
        )}
      </Row>
      {isOpen && isOfRegions && <ChooseWording regions={regions} onClose={() => setIsOpen(false)} />}
      {isOpen && isInWords(line) && <SettleDialog line={line} note={note} onClose={() => setIsOpen(false)} />}
    </li>
  );
}

/** Shows how a line of the checklist was ticked off: the decision or the evidence, its author and its time. */
function Settled({ state: { note, settled_by, settled_at } }: { state: Line }) {
  const { t } = useTranslation('launch');
  const { dateTime } = useFormat();
  const when = settled_at && dateTime(settled_at);
  return (
    <>
      {note && (
        <p className={styles.note} dir="auto">
          {note}
        </p>
      )}
      {when && (
        <p className="micro muted">
          {settled_by ? t('by', { name: settled_by.name, date: when }) : t('at', { date: when })}
        </p>
      )}
    </>
  );
}

function SettleDialog({ line, note, onClose }: { line: SettledLine; note: string; onClose: () => void }) {
  const { t } = useTranslation('launch');
  const problemOf = useSaveProblem();
  const queries = useQueryClient();
  const [note_was] = useState(note);
  const [text, setText] = useState(note);
  const [isTried, setIsTried] = useState(false);
  const { mutate, isPending, error } = useMutation(
    api.launch.adminSettleLaunchLine.mutationOptions({
      onSuccess: (state) => {
        queries.setQueryData(api.launch.adminGetLaunch.queryKey(), state);
        toast({ kind: 'success', title: t('saved') });
        onClose();
      },
      onError: () => queries.invalidateQueries({ queryKey: api.launch.adminGetLaunch.queryKey() }),
    }),
  );
  function submit() {
    setIsTried(true);
    if (text.trim()) mutate({ line, note: text, note_was });
  }
  return (
    <FormDialog
      onClose={onClose}
      title={t(line)}
      lead={t('dialog.lead')}
      action={t('settle')}
      look={{ variant: 'ink', size: 's' }}
      busy={isPending}
      onSubmit={submit}
      problem={problemOf(error)}
      aside={
        note_was && (
          <Button size="s" busy={isPending} onClick={() => mutate({ line, note: '', note_was })}>
            {t('reopen')}
          </Button>
        )
      }
    >
      <TextField
        label={t(`${line}.note`)}
        hint={t(`${line}.about`)}
        maxLength={300}
        value={text}
        error={isTried && !text.trim() && t('noteMissing')}
        onChange={(event) => setText(event.target.value)}
      />
    </FormDialog>
  );
}
