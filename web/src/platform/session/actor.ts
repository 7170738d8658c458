import type { Actor } from '@toguchi/domain/access/actor'
import type { SessionUser } from './session.ts'
import { useSignedIn } from './use-user.ts'

/** The signed-in person as the domain's policies ask about one. Only for what a page shows: the server asks again. */
export const actorOf = (user: SessionUser): Actor => {
  const { id } = user
  switch (user.role_id) {
    case 1:
      return { kind: 'admin', id }
    case 2:
      return { kind: 'staffAdmin', id }
    case 3:
      return { kind: 'staff', id, canRegisterStaff: user.can_register_staff ?? false }
    case 4:
      return {
        kind: 'craftsman',
        id,
        contractorId: user.contractor_id ?? 0,
        primaryContractorId: user.primary_contractor_id ?? null,
      }
    case 5:
      return { kind: 'operator', id }
    case 6:
      return { kind: 'resident', id, constructionId: 0, roomId: 0 }
  }
}

/** The person of a page whose guard admits nobody else. */
export const useActor = (): Actor => actorOf(useSignedIn())
