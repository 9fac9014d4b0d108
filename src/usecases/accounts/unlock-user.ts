import type { Actor } from '../../domain/actor.ts';
import { type User, unlock } from '../../storage/accounts/users.ts';
import { changeBy, type Service } from '../service.ts';

/**
 * Lets a user who is locked after wrong passwords try again at once.
 *
 * @returns whether the user was locked; nothing is changed else
 */
export async function unlockUser(service: Service, actor: Actor, user: User): Promise<boolean> {
  if (user.lockedUntil === null || user.lockedUntil <= service.now()) return false;
  await service.database.change(user.accountId, changeBy(service, actor), async (writer) => {
    await unlock(writer, user.userId);
    await writer.record({
      action: 'user.unlocked',
      subjectKind: 'user',
      subjectId: user.userId,
      changes: { name: user.name },
    });
  });
  return true;
}
