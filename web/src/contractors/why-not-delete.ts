import { assignedText, hasPeopleText } from '@toguchi/domain/contractors/labels'

/** Why a contractor cannot be deleted, as the server would say (G-CRA-14). */
export const whyNotDelete = (contractor: {
  can_delete: boolean
  craftsmans_count: number
  subcontract_contractors_count: number
}): string | null => {
  if (contractor.craftsmans_count + contractor.subcontract_contractors_count > 0) return hasPeopleText
  return contractor.can_delete ? null : assignedText
}
