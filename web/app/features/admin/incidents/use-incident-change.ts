import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Incident } from '#contract/incidents.ts';
import { api } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.ts';

/** Replaces an incident in the register with its new state. The response to every change contains this state. */
function useKeep(onDone: () => void) {
  const { t } = useTranslation('incidents');
  const queries = useQueryClient();
  return (incident: Incident) => {
    const key = api.incidents.adminListIncidents.queryKey();
    queries.setQueryData(key, (all) => [incident, ...(all ?? []).filter(({ id }) => id !== incident.id)]);
    void queries.invalidateQueries({ queryKey: key });
    toast({ kind: 'success', title: t('saved') });
    onDone();
  };
}

/** If a change is refused, a colleague may have changed the incident. The register then shows the new state. */
function useChange(onDone: () => void) {
  const queries = useQueryClient();
  return {
    onSuccess: useKeep(onDone),
    onError: () => queries.invalidateQueries({ queryKey: api.incidents.adminListIncidents.queryKey() }),
  };
}

export const useOpenIncident = (onDone: () => void) =>
  useMutation(api.incidents.adminOpenIncident.mutationOptions({ onSuccess: useKeep(onDone) }));
export const useAssessIncident = (onDone: () => void) =>
  useMutation(api.incidents.adminAssessIncident.mutationOptions(useChange(onDone)));
export const useSettleStep = (onDone: () => void) =>
  useMutation(api.incidents.adminSettleIncidentStep.mutationOptions(useChange(onDone)));
export const useCloseIncident = (onDone: () => void) =>
  useMutation(api.incidents.adminCloseIncident.mutationOptions(useChange(onDone)));
