/** Called now and then with how much of the work is done, both numbers in one unit of no meaning. */
export type Progress = (done: number, total: number) => void;
