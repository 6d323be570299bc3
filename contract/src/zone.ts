/** 'Europe/Paris' is 'Paris' to a reader, 'America/New_York' 'New York'. */
export const cityOfZone = (zone: string): string => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;
