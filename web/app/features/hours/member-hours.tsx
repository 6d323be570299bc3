import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClinicRole } from '#contract/clinics.ts';
import { api, call } from '#web/lib/api.ts';
import { useSession } from '#web/lib/session.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Select } from '#web/ui/text-field.tsx';
import { HoursEditor } from './hours-editor.tsx';
import styles from './hours.module.css';

interface Props {
  clinic: {
    readonly id: string;
    readonly members: readonly { readonly user_id: string; readonly name: string; readonly role?: ClinicRole }[];
  };
}

/**
 * Lets administrators and the clinic's reception edit the hours of one member of a clinic. The menu does not contain
 * the reception staff, because patients book appointments only with practitioners.
 */
export function MemberHours({ clinic }: Props) {
  const { t } = useTranslation('clinics');
  const [chosen, setChosen] = useState<string>();
  const members = clinic.members.filter(({ role }) => role !== 'desk');
  const user_id = members.find((member) => member.user_id === chosen)?.user_id ?? members[0]?.user_id;
  if (!user_id) return <EmptyState title={t('hours.nobody')} text={t('hours.nobody.text')} />;
  return (
    <div className={styles.editor}>
      <Select
        className={styles.person}
        label={t('hours.person')}
        value={user_id}
        onChange={(event) => setChosen(event.target.value)}
      >
        {members.map((member) => (
          <option key={member.user_id} value={member.user_id}>
            {member.name}
          </option>
        ))}
      </Select>
      <OfMember key={user_id} clinic_id={clinic.id} user_id={user_id} />
    </div>
  );
}

function OfMember(input: { clinic_id: string; user_id: string }) {
  const { t } = useTranslation('clinics');
  const queries = useQueryClient();
  const isDesk = useSession().user?.role === 'desk';
  const { clinics } = api;
  const options = (isDesk ? clinics.deskGetHours : clinics.adminGetHours).queryOptions({ input });
  const { data, error, refetch, isFetching } = useQuery(options);
  const save = isDesk ? call.clinics.deskSaveHours : call.clinics.adminSaveHours;
  if (data)
    return (
      <HoursEditor
        place={`${input.clinic_id} ${input.user_id}`}
        hours={data}
        save={(hours) => save({ ...input, ...hours })}
        onSaved={(saved) => queries.setQueryData(options.queryKey, saved)}
        onReload={async () => (await refetch()).data}
      />
    );
  if (error)
    return <ErrorState title={t('hours.failed')} error={error} onRetry={() => void refetch()} busy={isFetching} />;
  return <SkeletonRows rows={7} />;
}
