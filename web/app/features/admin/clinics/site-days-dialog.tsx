import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ClinicLimits, type ClinicSite, type SiteDay, type SiteDays } from '#contract/clinics.ts';
import { api } from '#web/lib/api.ts';
import { ownToday } from '#web/lib/day.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { useSession } from '#web/lib/session.tsx';
import { type Person, unseenVisits, VisitsOnClosedDays } from '#web/lib/visits-on-closed-days.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Grid } from '#web/ui/layout.tsx';
import { Select, TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { States } from '../screen.tsx';
import styles from './clinics.module.css';

interface Props {
  site: Pick<ClinicSite, 'id' | 'name'>;
  /** The people who work at the clinic. The list of visits names them. */
  people: readonly Person[];
  onClose: () => void;
}

/** Sets the days on which a place is closed, or is open although its country has a holiday. */
export function SiteDaysDialog({ site, people, onClose }: Props) {
  const { t } = useTranslation('clinics');
  // The days are loaded again each time the dialog opens, because the form starts with the first days that it gets.
  const query = useQuery(useProcedures().shown.queryOptions({ input: { site_id: site.id }, gcTime: 0 }));
  if (query.data) return <Form site={site} people={people} shown={query.data} onClose={onClose} />;
  return (
    <Dialog isOpen onClose={onClose} title={t('days.title')} lead={site.name}>
      <States query={query} isEmpty={() => false} empty={{ title: '', text: '' }}>
        {() => null}
      </States>
    </Dialog>
  );
}

/**
 * Returns the API procedures that load and save the days. The reception of a clinic may edit only its own places, and
 * administrators may edit all places.
 */
function useProcedures() {
  const isDesk = useSession().user?.role === 'desk';
  const { deskGetSiteDays, deskSaveSiteDays, adminGetSiteDays, adminSaveSiteDays } = api.clinics;
  return isDesk
    ? { shown: deskGetSiteDays, save: deskSaveSiteDays }
    : { shown: adminGetSiteDays, save: adminSaveSiteDays };
}

/** A day of the form. The key identifies its row while the form is edited. */
type Row = SiteDay & { key: string };
const rowOf = (day: SiteDay): Row => ({ ...day, key: crypto.randomUUID() });

function Form({ site, people, shown, onClose }: Props & { shown: SiteDays }) {
  const { t } = useTranslation(['clinics', 'admin']);
  const errorText = useErrorText();
  const queries = useQueryClient();
  const { shown: known, save } = useProcedures();
  // The save contains the version with which the form started. If somebody has saved a newer version in the meantime,
  // the service refuses the save, because it would overwrite days that the form does not show.
  const [{ days, version }] = useState(shown);
  const [rows, setRows] = useState(() => days.map(rowOf));
  const { mutate, isPending, error, reset } = useMutation(
    save.mutationOptions({
      onSuccess: (saved) => {
        queries.setQueryData(known.queryKey({ input: { site_id: site.id } }), saved);
        toast({ kind: 'success', title: t('saved', { name: site.name }) });
        onClose();
      },
    }),
  );
  const refused = refusalOf(error);
  const faults =
    refused?.code === 'INVALID_INPUT' ? (refused.data as { fields: Record<string, string[]> }).fields : undefined;
  const isAtRow = rows.some((_row, at) => faultOf(faults, at));
  const tooMany = faults?.days && t('days.fault.too_many', { most: ClinicLimits.days });
  const visits = unseenVisits(error);
  const problem = error && !isAtRow && !visits && (tooMany ?? errorText(error));
  const put = (next: Row[]) => {
    setRows(next);
    reset();
  };
  const submit = () =>
    mutate({
      site_id: site.id,
      days: rows.map(({ key: _key, ...day }) => day),
      version,
      // If the form is sent again while the list of visits is shown, the person has seen these visits.
      visits_version: visits?.visits_version,
    });
  return (
    <FormDialog
      size="l"
      onClose={onClose}
      title={t('days.title')}
      lead={t('days.lead', { name: site.name })}
      action={visits ? t('visits.save') : t('admin:save')}
      look={{ variant: 'ink', size: 's' }}
      busy={isPending}
      onSubmit={submit}
      problem={problem}
    >
      {rows.length === 0 && <p className="muted">{t('days.none')}</p>}
      {rows.map((row, at) => (
        <DayFields
          key={row.key}
          row={row}
          nth={at + 1}
          fault={faultOf(faults, at)}
          onChange={(change) => put(rows.map((other) => (other.key === row.key ? { ...other, ...change } : other)))}
          onRemove={() => put(rows.filter(({ key }) => key !== row.key))}
        />
      ))}
      <div>
        <Button size="xs" onClick={() => put([...rows, rowOf({ day: ownToday(), is_open: false, name: '' })])}>
          <Icon as={Plus} size="s" />
          {t('days.add')}
        </Button>
      </div>
      {visits && <VisitsOnClosedDays visits={visits} people={people} />}
    </FormDialog>
  );
}

type DayFault = 'past' | 'twice' | 'incomplete';

/**
 * Returns the error of the row at the index `at`. The service reports the error of row 2 under `days.2`, or under
 * `days.2.day` if the day is empty.
 */
function faultOf(faults: Record<string, string[]> | undefined, at: number): DayFault | undefined {
  if (!faults) return undefined;
  const [code] = faults[`days.${at}`] ?? [];
  if (code === 'past' || code === 'twice') return code;
  return Object.keys(faults).some((path) => path.startsWith(`days.${at}.`)) ? 'incomplete' : undefined;
}

interface DayProps {
  row: Row;
  nth: number;
  fault: DayFault | undefined;
  onChange: (change: Partial<SiteDay>) => void;
  onRemove: () => void;
}

function DayFields({ row, nth, fault, onChange, onRemove }: DayProps) {
  const { t } = useTranslation('clinics');
  return (
    <Grid as="fieldset" gap={12} min={160} className={styles.dayRow}>
      <legend className="visually-hidden">{t('days.nth', { nth })}</legend>
      <TextField
        label={t('days.day')}
        type="date"
        value={row.day}
        error={fault && t(`days.fault.${fault}`)}
        onChange={(event) => onChange({ day: event.target.value })}
      />
      <Select
        label={t('days.state')}
        value={row.is_open ? 'open' : 'closed'}
        onChange={(event) => onChange({ is_open: event.target.value === 'open' })}
      >
        {(['closed', 'open'] as const).map((state) => (
          <option key={state} value={state}>
            {t(`days.${state}`)}
          </option>
        ))}
      </Select>
      <TextField
        label={t('days.name')}
        optional
        maxLength={ClinicLimits.day_name}
        value={row.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <IconButton className={styles.removeDay} icon={Trash2} label={t('days.remove', { nth })} onClick={onRemove} />
    </Grid>
  );
}
