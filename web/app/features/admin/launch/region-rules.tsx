import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Circle } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LaunchState } from '#contract/launch.ts';
import { type Wording, Wordings } from '#contract/site.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { FieldNote } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { Select } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { useSaveProblem } from '../save-problem.ts';
import styles from './launch.module.css';

export type Region = LaunchState['regions'][number];

/**
 * Lists the regions of visitors. Each row shows the chosen wording of the plans page, and who chose this wording and
 * when.
 */
export function RegionList({ regions }: { regions: readonly Region[] }) {
  const { t } = useTranslation(['launch', 'content']);
  const { date } = useFormat();
  return (
    <Stack as="ul" gap={8} className={styles.regions}>
      {regions.map(({ region, wording, is_inherited, chosen_by, chosen_at }) => (
        <li key={region}>
          <span className="small">{t(`content:region.${region}`)}</span>
          <StatusBadge tone={wording ? 'confirmed' : 'plain'} icon={wording ? undefined : Circle}>
            {t(`wording.${wording ?? 'none'}`)}
          </StatusBadge>
          {chosen_at && (
            <span className="micro muted">
              {is_inherited
                ? t('wording.inherited')
                : chosen_by
                  ? t('by', { name: chosen_by.name, date: date(chosen_at) })
                  : t('at', { date: date(chosen_at) })}
            </span>
          )}
        </li>
      ))}
    </Stack>
  );
}

/**
 * Asks for the wording of the plans page in a region. The initial region is the first one without a choice. The initial
 * wording is the one that we recommend.
 */
export function ChooseWording({ regions: now, onClose }: { regions: readonly Region[]; onClose: () => void }) {
  const { t } = useTranslation(['launch', 'content']);
  const problemOf = useSaveProblem();
  const queries = useQueryClient();
  const [regions] = useState(now);
  const first = regions.find(({ wording }) => !wording) ?? regions[0];
  const [region, setRegion] = useState(first?.region ?? 'global');
  const [wording, setWording] = useState<Wording>('lawful');
  const { mutate, isPending, error } = useMutation(
    api.launch.adminChooseWording.mutationOptions({
      onSuccess: (state) => {
        queries.setQueryData(api.launch.adminGetLaunch.queryKey(), state);
        toast({ kind: 'success', title: t('saved') });
        onClose();
      },
      onError: () => queries.invalidateQueries({ queryKey: api.launch.adminGetLaunch.queryKey() }),
    }),
  );
  const wording_was = regions.find((one) => one.region === region)?.wording ?? null;
  return (
    <FormDialog
      onClose={onClose}
      title={t('choose.title')}
      lead={t('choose.lead')}
      action={t('choose.do')}
      look={{ variant: 'ink', size: 's' }}
      busy={isPending}
      onSubmit={() => mutate({ region, wording, wording_was })}
      problem={problemOf(error)}
    >
      <Select
        label={t('choose.region')}
        value={region}
        onChange={({ currentTarget: { value } }) =>
          setRegion(regions.find((one) => one.region === value)?.region ?? region)
        }
      >
        {regions.map((one) => (
          <option key={one.region} value={one.region}>
            {t(`content:region.${one.region}`)}
          </option>
        ))}
      </Select>
      <Stack gap={8}>
        <SegmentedControl
          label={t('choose.title')}
          value={wording}
          options={Wordings.toReversed().map((value) => ({ value, label: t(`wording.${value}`) }))}
          onChange={setWording}
        />
        <FieldNote id="wording-hint" hint={t(`choose.${wording}.hint`)} />
      </Stack>
    </FormDialog>
  );
}
