import type { LinkProps } from 'react-router'

/** What shows a room beside the sheet. It belongs to the rooms, which stand above the schedule: `app` hands it down. */
export interface RoomBeside {
  constructionId: number
  roomId: number
  onClose: () => void
  /** Looks at another room in the same place. */
  linkOf: (roomId: number) => LinkProps
}
