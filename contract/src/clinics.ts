import * as z from 'zod';

/** Clinics: where appointments take place, who works there, what is offered, and when. */
export const ClinicRoles = ['owner', 'practitioner', 'nurse', 'desk'] as const;
export const ClinicRole = z.enum(ClinicRoles);
export type ClinicRole = z.infer<typeof ClinicRole>;

export const RoomKinds = ['room', 'device'] as const;
export const RoomKind = z.enum(RoomKinds);
export type RoomKind = z.infer<typeof RoomKind>;

export const ExceptionKinds = ['off', 'extra'] as const;
export const ExceptionKind = z.enum(ExceptionKinds);
export type ExceptionKind = z.infer<typeof ExceptionKind>;

export const clinics = {};
