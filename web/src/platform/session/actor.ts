import type { Actor } from '@toguchi/domain/access/actor'
import { chosenClient } from './credentials.ts'
import { type SessionUser, useSignedIn } from './session.ts'

/** The signed-in person as the domain's policies ask about one. Only for what a page shows: the server asks again. */
export const actorOf = (user: SessionUser): Actor => {
  const { id } = user
  // Policies never compare client ids; inside the browser there is only one client at a time.
  const clientId = 0
  switch (user.role_id) {
    case 1:
      return { kind: 'admin', id, clientId: chosenClient() === null ? null : clientId }
    case 2:
      return { kind: 'staffAdmin', id, clientId }
    case 3:
      return { kind: 'staff', id, clientId, canRegisterStaff: user.can_register_staff ?? false }
    case 4:
      return {
        kind: 'craftsman',
        id,
        clientId,
        contractorId: user.contractor_id ?? 0,
        primaryContractorId: user.primary_contractor_id ?? null,
      }
    case 5:
      return { kind: 'operator', id, clientId: chosenClient() === null ? null : clientId }
    case 6:
      return { kind: 'resident', id, clientId, constructionId: 0, roomId: 0 }
  }
}

/** The person of a page whose guard admits nobody else. */
export const useActor = (): Actor => actorOf(useSignedIn())
