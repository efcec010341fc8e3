/** Path of a server, or undefined. */
export function findRedis(): string | undefined;
