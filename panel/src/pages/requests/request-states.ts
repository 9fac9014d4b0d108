/** The states of a request, in the order of the tabs. */
export const REQUEST_STATES = ['waiting', 'done', 'rejected', 'refused', 'outdated'] as const;
