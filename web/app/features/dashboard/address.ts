import { inLanguage, type Language } from '#web/paths.ts';

/** Returns the address that opens the camera. The camera returns to the dashboard after the photos have been taken. */
export function retakeAddress(language: Language): string {
  return `${inLanguage('/unlock', language)}?openCamera=1&mode=retake&return=${inLanguage('/dashboard', language)}`;
}

export function caseAddress(language: Language, caseId?: string): string {
  return inLanguage('/dashboard', language) + (caseId ? `?case=${caseId}` : '');
}
