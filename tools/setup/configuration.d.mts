export function checkConfiguration(variables: NodeJS.ProcessEnv): void;
