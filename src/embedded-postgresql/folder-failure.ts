import { StartupError } from '../problems/startup-error.ts';

/** Turns a failed file operation in the data folder into a sentence; other errors are returned unchanged. */
export function folderFailure(folder: string, error: unknown): unknown {
  if (error instanceof StartupError) return error;
  const sentence = folderSentence(folder, (error as NodeJS.ErrnoException).code);
  return sentence === null ? error : new StartupError(sentence, { cause: error });
}

function folderSentence(folder: string, code: string | undefined): string | null {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk of ${folder} is full: free some space and start again`;
    case 'EACCES':
    case 'EPERM':
      return `The data folder ${folder} cannot be written by this user: correct its owner, or set DATA_DIR to another folder`;
    case 'EROFS':
      return `The data folder ${folder} is on a read-only disk: set DATA_DIR to another folder`;
    case 'ENOTDIR':
    case 'EEXIST':
    case 'ENAMETOOLONG':
    case 'ELOOP':
      return `${folder} cannot be a folder (${code}): set DATA_DIR to another one`;
    default:
      return null;
  }
}
