import { AppointmentDefaults, type AppointmentTreatments } from '#contract/appointments.ts';
import type { Benefit } from '#contract/benefits.ts';

export interface RequestForm {
  treatment: (typeof AppointmentTreatments)[number] | Benefit | '';
  country_current: string;
  city_current: string;
  isSame: boolean;
  country_target: string;
  city_target: string;
  patient_note: string;
}

export const emptyRequest: RequestForm = {
  treatment: AppointmentDefaults.treatment,
  country_current: AppointmentDefaults.country,
  city_current: '',
  isSame: false,
  country_target: AppointmentDefaults.country,
  city_target: '',
  patient_note: '',
};

export type RequestFault = 'current' | 'target' | 'treatment';

/**
 * Returns the request to send. Spaces around the names of cities are removed. If the patient ticked the box for the
 * same place, the current place is also the place where the patient wants the treatment.
 */
export function readRequest(form: RequestForm) {
  const city_current = form.city_current.trim();
  return {
    treatment: form.treatment,
    country_current: form.country_current,
    city_current,
    country_target: form.isSame ? form.country_current : form.country_target,
    city_target: form.isSame ? city_current : form.city_target.trim(),
    patient_note: form.patient_note.trim(),
  };
}

/**
 * Returns the invalid fields in their order on the page. If the place of the treatment is a copy of the current place,
 * it is not checked again.
 */
export function requestFaults(form: RequestForm): RequestFault[] {
  const { treatment, country_current, city_current, country_target, city_target } = readRequest(form);
  const faults: RequestFault[] = [];
  if (!country_current || !city_current) faults.push('current');
  if (!form.isSame && (!country_target || !city_target)) faults.push('target');
  if (!treatment) faults.push('treatment');
  return faults;
}
