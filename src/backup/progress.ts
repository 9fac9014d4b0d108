/** Called from time to time with the work done and the total, in an arbitrary unit. */
export type Progress = (done: number, total: number) => void;
