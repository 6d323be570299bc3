import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Clinic } from '#contract/clinics.ts';
import { api, call } from '#web/lib/api.ts';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Select } from '#web/ui/text-field.tsx';
import { HoursEditor } from './hours-editor.tsx';
import styles from './hours.module.css';

/** Hours of the people of a clinic, one at a time, for administrators. */
export function MemberHours({ clinic }: { clinic: Clinic }) {
  const { t } = useTranslation('clinics');
  const [chosen, setChosen] = useState<string>();
  const user_id = clinic.members.find((member) => member.user_id === chosen)?.user_id ?? clinic.members[0]?.user_id;
  if (!user_id) return <EmptyState title={t('hours.nobody')} text={t('hours.nobody.text')} />;
  return (
    <div className={styles.editor}>
      <Select
        className={styles.person}
        label={t('hours.person')}
        value={user_id}
        onChange={(event) => setChosen(event.target.value)}
      >
        {clinic.members.map((member) => (
          <option key={member.user_id} value={member.user_id}>
            {member.name}
          </option>
        ))}
      </Select>
      <OfMember key={user_id} clinic_id={clinic.id} user_id={user_id} />
    </div>
  );
}

function OfMember({ clinic_id, user_id }: { clinic_id: string; user_id: string }) {
  const { t } = useTranslation('clinics');
  const queries = useQueryClient();
  const input = { clinic_id, user_id };
  const { data, error, refetch, isFetching } = useQuery(api.clinics.adminGetHours.queryOptions({ input }));
  if (data)
    return (
      <HoursEditor
        hours={data}
        save={(hours) => call.clinics.adminSaveHours({ ...input, ...hours })}
        onSaved={(saved) => queries.setQueryData(api.clinics.adminGetHours.queryKey({ input }), saved)}
        onReload={async () => (await refetch()).data}
      />
    );
  if (error)
    return <ErrorState title={t('hours.failed')} error={error} onRetry={() => void refetch()} busy={isFetching} />;
  return <SkeletonRows rows={7} />;
}
