import {
  contactOutcomeLabels,
  isAway,
  occupancyFieldLabels,
  occupancyLabels,
  openerLabels,
} from '@toguchi/domain/rooms/occupancy/occupancy'
import { formatZipcode } from '@toguchi/domain/text/zipcode'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { partOnDemand } from '../../platform/late-part.ts'
import { q } from '../../platform/api/api.ts'
import type { RoomDetail } from '../../room-reads/room-reads.ts'
import { Button } from '../../ui/Button.tsx'
import { Facts } from '../../ui/layout/Facts.tsx'
import { Section } from '../../ui/layout/Section.tsx'

const OccupancyModal = partOnDemand(async () => (await import('./OccupancyModal.tsx')).OccupancyModal)

interface Props {
  construction_id: number
  room_id: number
  /** A closed room is changed no more, and craftsmen change none. */
  readOnly: boolean
}

/** Who is in a dwelling, what came of trying to reach them, who opens, and the owner who lives elsewhere (D-37). */
export const RoomOccupancy = ({ construction_id, room_id, readOnly }: Props) => {
  const [editing, setEditing] = useState(false)
  const { data } = useQuery(q('GET /api/constructions/:construction_id/rooms/:room_id', { params: { construction_id, room_id } }))
  if (data === undefined) return null
  return (
    <Section
      title="入居状況・対応結果"
      name="occupancy"
      actions={
        readOnly ? null : (
          <Button size="small" icon="edit" aria-label="入居状況・対応結果を編集" onClick={() => setEditing(true)}>
            編集
          </Button>
        )
      }
    >
      <Facts facts={factsOf(data.room.occupancy)} />
      {editing ? (
        <Suspense>
          <OccupancyModal room={data.room} onClose={() => setEditing(false)} />
        </Suspense>
      ) : null}
    </Section>
  )
}

const factsOf = ({ occupancy, contact_outcome, outcome_note, opener, opener_note, owner }: RoomDetail['occupancy']) => [
  [occupancyFieldLabels.occupancy, occupancyLabels[occupancy]] as const,
  ...(isAway(occupancy)
    ? [[occupancyFieldLabels.opener, opener === null ? '未定' : [openerLabels[opener], opener_note].filter(Boolean).join('　')] as const]
    : []),
  ...(contact_outcome === null ? [] : [[occupancyFieldLabels.contact_outcome, contactOutcomeLabels[contact_outcome]] as const]),
  ...(outcome_note === null ? [] : [[occupancyFieldLabels.outcome_note, outcome_note] as const]),
  ...(owner === null ? [] : [['所有者（別居）', <Owner key="owner" owner={owner} />] as const]),
]

const Owner = ({ owner }: { owner: NonNullable<RoomDetail['occupancy']['owner']> }) => (
  <>
    {owner.name}
    {owner.name_kana === null ? null : `（${owner.name_kana}）`}
    {owner.phone === null ? null : (
      <>
        {'　'}
        <a href={`tel:${owner.phone}`}>{owner.phone}</a>
      </>
    )}
    {owner.email === null ? null : `　${owner.email}`}
    {owner.address === null ? null : (
      <>
        <br />
        {owner.zipcode === null ? '' : `〒${formatZipcode(owner.zipcode)}　`}
        {owner.address}
      </>
    )}
  </>
)
