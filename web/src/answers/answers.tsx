// Front door of the answers: what the pages of a room and of a construction show of them. Sections come after the page they stand in.
import { type ComponentProps, lazy, Suspense } from 'react'

export { AnswerSummary, NextSteps, useIsStepDue } from './AnswerSummary.tsx'

const LateRoomAnswers = lazy(async () => ({ default: (await import('./RoomAnswers.tsx')).RoomAnswers }))
export const RoomAnswers = (props: ComponentProps<typeof LateRoomAnswers>) => (
  <Suspense>
    <LateRoomAnswers {...props} />
  </Suspense>
)

const LateRoomKeys = lazy(async () => ({ default: (await import('./keys/RoomKeys.tsx')).RoomKeys }))
export const RoomKeys = (props: ComponentProps<typeof LateRoomKeys>) => (
  <Suspense>
    <LateRoomKeys {...props} />
  </Suspense>
)

const LateRoomOccupancy = lazy(async () => ({ default: (await import('./occupancy/RoomOccupancy.tsx')).RoomOccupancy }))
export const RoomOccupancy = (props: ComponentProps<typeof LateRoomOccupancy>) => (
  <Suspense>
    <LateRoomOccupancy {...props} />
  </Suspense>
)

const LateEarlierWishes = lazy(async () => ({ default: (await import('./earlier/EarlierWishes.tsx')).EarlierWishes }))
export const EarlierWishes = (props: ComponentProps<typeof LateEarlierWishes>) => (
  <Suspense>
    <LateEarlierWishes {...props} />
  </Suspense>
)
