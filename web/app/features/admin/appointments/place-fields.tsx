import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useServiceName } from '#web/lib/visit-words.ts';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Select, TextField } from '#web/ui/text-field.tsx';
import type { PlaceChoice } from './use-place.ts';

interface Props {
  place: PlaceChoice;
  /** True if the place cannot change, because times are already picked and all picked times must be at one place. */
  isFixed: boolean;
}

/** The fields for finding a clinic by its name, and for choosing the service, the place and the practitioner. */
export function PlaceFields({ place, isFixed }: Props) {
  const { t } = useTranslation('admin');
  const list = useId();
  if (place.error) return <ErrorState title={t('times.failed')} error={place.error} onRetry={place.retry} />;
  if (place.isReady && place.clinics.length === 0) return <p className="small muted">{t('times.noClinic')}</p>;
  return (
    <>
      <TextField
        label={t('times.clinic')}
        optional
        list={list}
        autoComplete="off"
        maxLength={400}
        disabled={isFixed}
        hint={isFixed && t('times.onePlace')}
        value={place.name}
        onChange={(event) => place.setName(event.target.value)}
      />
      <datalist id={list}>
        {place.clinics.map(({ id, label, sites }) => (
          <option key={id} value={label}>
            {sites}
          </option>
        ))}
      </datalist>
      {place.services.length > 0 && <ServiceFields place={place} isFixed={isFixed} />}
      {place.isLoading && <SkeletonRows rows={1} />}
    </>
  );
}

function ServiceFields({ place, isFixed }: Props) {
  const { t } = useTranslation('admin');
  const nameOf = useServiceName();
  return (
    <>
      <Select
        label={t('times.service')}
        optional
        value={place.service?.id ?? ''}
        onChange={(event) => place.setServiceId(event.target.value)}
      >
        <option value="">{t('times.service.none')}</option>
        {place.services.map((service) => (
          <option key={service.id} value={service.id}>
            {nameOf(service)}
          </option>
        ))}
      </Select>
      {place.service && (
        <>
          <Select
            label={t('times.site')}
            disabled={isFixed}
            value={place.site?.id ?? ''}
            onChange={(event) => place.setSiteId(event.target.value)}
          >
            {place.sites.map(({ id, name }) => (
              <option key={id} value={id} dir="auto">
                {name}
              </option>
            ))}
          </Select>
          <Select
            label={t('times.practitioner')}
            value={place.practitionerId}
            onChange={(event) => place.setPractitionerId(event.target.value)}
          >
            <option value="">{t('times.anybody')}</option>
            {place.people.map(({ user_id, name }) => (
              <option key={user_id} value={user_id} dir="auto">
                {name}
              </option>
            ))}
          </Select>
        </>
      )}
    </>
  );
}
