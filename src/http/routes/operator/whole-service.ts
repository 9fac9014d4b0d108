/** For routes that the operator may call without naming an account. */
export const WHOLE_SERVICE_CONFIG = { config: { wholeService: true } } as const;
