import { type GroupProposal, proposeForGroup } from '@toguchi/domain/schedule/group-places'
import type { FramePlace } from '@toguchi/domain/schedule/place'
import type { Draft } from './draft.ts'
import { placementFactsOf } from './plan.ts'

/** Where rooms that move together could go instead of a place that does not take them. */
export const groupProposals = ({ base, plan }: Draft, roomIds: readonly number[], wanted: FramePlace): GroupProposal[] =>
  proposeForGroup(
    roomIds.map(id => ({ id, place: plan.places.get(id) ?? null })),
    wanted,
    {
      ...placementFactsOf(base, plan),
      construction_time_frames: base.construction_time_frames,
      crews: base.crews,
      taken: [...plan.places.values()].filter(place => place !== null),
    },
  )
