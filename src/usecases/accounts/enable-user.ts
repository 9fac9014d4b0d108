import type { Actor } from '../../domain/actor.ts';
import { setDisabled, type User } from '../../storage/accounts/users.ts';
import { changeBy, type Service } from '../service.ts';

/** Lets a disabled user sign in again; the tokens that ended stay ended. An enabled user stays as it is. */
export async function enableUser(service: Service, actor: Actor, user: User): Promise<void> {
  if (user.disabledAt === null) return;
  await service.database.change(user.accountId, changeBy(service, actor), async (writer) => {
    await setDisabled(writer, user.userId, null);
    await writer.record({
      action: 'user.enabled',
      subjectKind: 'user',
      subjectId: user.userId,
      changes: { name: user.name },
    });
  });
}
