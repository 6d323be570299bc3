import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClinicRow } from '#contract/clinics.ts';
import { api } from '#web/lib/api.ts';

const sitesOf = ({ sites }: ClinicRow): string => sites.map(({ name }) => name).join(', ');

/** Returns the name of a clinic. If another clinic has the same name, the names of the clinic's sites follow. */
const labelOf = (row: ClinicRow, rows: readonly ClinicRow[]): string =>
  rows.some(({ id, name }) => id !== row.id && name === row.name) ? `${row.name}, ${sitesOf(row)}` : row.name;

/**
 * The clinic's service that the administrator chose, with the chosen site and practitioner. The first site is
 * preselected. If there is only one clinic, the clinic is preselected, too.
 */
export function usePlace() {
  const [typed, setTyped] = useState<string>();
  const [serviceId, setServiceId] = useState('');
  const [siteId, setSiteId] = useState('');
  const [practitionerId, setPractitionerId] = useState('');
  const list = useQuery(api.clinics.adminListClinics.queryOptions());
  const rows = (list.data ?? []).filter(({ is_active, services }) => is_active && services > 0);
  const clinics = rows.map((row) => ({ id: row.id, label: labelOf(row, rows), sites: sitesOf(row) }));
  const name = typed ?? (clinics.length === 1 ? (clinics[0]?.label ?? '') : '');
  const clinic_id = clinics.find(({ label }) => label === name)?.id;
  const clinic = useQuery({
    ...api.clinics.adminGetClinic.queryOptions({ input: { clinic_id: clinic_id ?? '' } }),
    enabled: clinic_id !== undefined,
  });
  const known = clinic_id === undefined ? undefined : clinic.data;
  const services = known?.services.filter(({ is_active }) => is_active) ?? [];
  const sites = known?.sites.filter(({ is_active }) => is_active) ?? [];
  const service = services.find(({ id }) => id === serviceId);
  const people = known?.members.filter(({ user_id }) => service?.practitioner_ids.includes(user_id)) ?? [];
  return {
    clinics,
    isReady: list.isSuccess,
    error: list.error ?? clinic.error,
    retry: () => void (list.isError ? list.refetch() : clinic.refetch()),
    isLoading: list.isPending || (clinic_id !== undefined && clinic.isPending),
    name,
    services,
    sites,
    people,
    service,
    site: sites.find(({ id }) => id === siteId) ?? sites[0],
    practitionerId: people.some(({ user_id }) => user_id === practitionerId) ? practitionerId : '',
    setName: setTyped,
    setServiceId,
    setSiteId,
    setPractitionerId,
  };
}

export type PlaceChoice = ReturnType<typeof usePlace>;
