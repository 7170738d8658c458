import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from 'react-router'
import { q } from '../platform/api/api.ts'
import { paths } from '../site/paths.ts'
import { Icon } from '../ui/icons/Icon.tsx'
import { part } from '../ui/part.ts'
import styles from './RoomNeighbours.module.css'

interface Props {
  room: { id: number; construction_id: number }
  /** Where a neighbour is looked at: on its page, or beside what lies on the screen. */
  linkOf?: (roomId: number) => LinkProps
}

/** The dwellings before and after this one, by wing, floor and place: a building is gone through without a list in between. */
export const RoomNeighbours = ({ room, linkOf = id => ({ to: paths.room(room.construction_id, id) }) }: Props) => {
  const { construction_id } = room
  const { data } = useQuery(q('GET /api/constructions/:construction_id/rooms', { params: { construction_id } }, { silent: true }))
  const inOrder = (data?.rooms ?? []).toSorted((a, b) => a.block_position - b.block_position || a.row - b.row || a.col - b.col)
  const here = inOrder.findIndex(({ id }) => id === room.id)
  const [before, after] = here < 0 ? [] : [inOrder[here - 1], inOrder[here + 1]]
  /** Of several wings each may have its own 101. */
  const nameOf = ({ block_position, name }: { block_position: number; name: string }) =>
    (data?.blocks.length ?? 0) > 1 ? `${data?.blocks.find(({ position }) => position === block_position)?.name ?? ''} ${name}` : name
  const linked = (neighbour: typeof before) => neighbour && { ...linkOf(neighbour.id), name: nameOf(neighbour) }
  return <NeighbourLinks before={linked(before)} after={linked(after)} />
}

/** Where they will stand, so that nothing moves when they come. */
export const NeighbourPlace = part('span', styles.place)

type Neighbour = (LinkProps & { name: string }) | undefined

/** ‹ the one before · the one after ›, each where there is one. */
export const NeighbourLinks = ({ before, after }: { before: Neighbour; after: Neighbour }) =>
  before === undefined && after === undefined ? null : (
    <nav className={styles.neighbours} aria-label="前後の部屋">
      <NeighbourLink neighbour={before} rel="prev" />
      <NeighbourLink neighbour={after} rel="next" />
    </nav>
  )

const NeighbourLink = ({ neighbour, rel }: { neighbour: Neighbour; rel: 'prev' | 'next' }) => {
  if (neighbour === undefined) return null
  const { name, ...link } = neighbour
  return (
    <Link {...link} rel={rel} aria-label={`${rel === 'prev' ? '前' : '次'}の部屋 ${addressedRoom(name)}`}>
      {rel === 'prev' ? <Icon name="chevron_left" size={14} /> : null}
      {name}
      {rel === 'next' ? <Icon name="chevron_right" size={14} /> : null}
    </Link>
  )
}
