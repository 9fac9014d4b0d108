import { StartupError } from '../problems/startup-error.ts';

/** Turns a file error into a sentence for the operator; other errors are returned unchanged. */
export function fileFailure(error: unknown, path: string): unknown {
  switch ((error as { code?: unknown } | null)?.code) {
    case 'ENOENT':
      return sentence(`There is no ${path}: correct the path`, error);
    case 'ENOTDIR':
    case 'EISDIR':
      return sentence(`${path} is a folder, or stands below a file: give the path of a file`, error);
    case 'EACCES':
    case 'EPERM':
      return sentence(`This user may not use ${path}: grant the right, or give another path`, error);
    case 'EROFS':
      return sentence(`${path} is on a read-only file system: give another path`, error);
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return sentence(`There is not enough space for ${path}: free some, or give another path`, error);
    case 'EIO':
      return sentence(`The disk of ${path} fails: use another one`, error);
    default:
      return error;
  }
}

function sentence(text: string, cause: unknown): StartupError {
  return new StartupError(text, { cause });
}
