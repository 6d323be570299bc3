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

/** The request as it is sent: without spaces around cities, and with the current place as the wished one if that box is ticked. */
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

/** Invalid fields in their order on the page. A place that copies the other one is not checked again. */
export function requestFaults(form: RequestForm): RequestFault[] {
  const { treatment, country_current, city_current, country_target, city_target } = readRequest(form);
  const faults: RequestFault[] = [];
  if (!country_current || !city_current) faults.push('current');
  if (!form.isSame && (!country_target || !city_target)) faults.push('target');
  if (!treatment) faults.push('treatment');
  return faults;
}
