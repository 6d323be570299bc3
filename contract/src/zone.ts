/** Returns the city in the name of a zone, such as 'Paris' for 'Europe/Paris' and 'New York' for 'America/New_York'. */
export const cityOfZone = (zone: string): string => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;
