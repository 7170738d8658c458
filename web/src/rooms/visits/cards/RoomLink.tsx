import type { ComponentProps } from 'react'
import { paths } from '../../../site/paths.ts'
import { AccountLink } from '../../../ui/AccountLink.tsx'
import type { OwnVisit } from '../own-days.ts'

type Visited = Pick<OwnVisit, 'id' | 'construction_id' | 'company'>

/** Where a visit's room is, and `at` of it what is done next: its photos, its report, the end of its visit. */
export const openRoomOf = ({ construction_id, id }: Visited, at = ''): string => `${paths.room(construction_id, id)}${at}`

interface Props extends Omit<ComponentProps<typeof AccountLink>, 'company' | 'to'> {
  visit: Visited
  at?: string
}

/** The one way from a card to a room: it is the account of the visit's company that goes there (D-40). */
export const RoomLink = ({ visit, at = '', ...link }: Props) => <AccountLink company={visit.company} to={openRoomOf(visit, at)} {...link} />
