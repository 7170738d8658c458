import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { type AnswerOf, q, queryClient, useApiMutation } from '../platform/api/api.ts'
import { gridOf, RoomCompositionEditor, type SavedGrid } from '../rooms/rooms.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { PageHead } from '../ui/layout/PageHead.tsx'
import { firstStepOf } from './first-step.ts'

const template = (id: number) => q('GET /api/buildings/:building_id/rooms_index', { params: { building_id: id } })

const building = (id: number) => q('GET /api/buildings/:id', { params: { id } })

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = Number(params.building_id)
  // A form must not begin with what is only remembered.
  return Promise.all([queryClient.fetchQuery({ ...template(id), staleTime: 0 }), queryClient.ensureQueryData(building(id))])
}

type Answer = Pick<AnswerOf<'GET /api/buildings/:building_id/rooms_index'>, 'rooms' | 'blocks' | 'composition_version'>
const savedOf = ({ rooms, blocks, composition_version }: Answer): SavedGrid => ({
  grid: gridOf(
    blocks,
    rooms.map(({ block_position, row, col, name }) => ({ block_position, row, col, name })),
  ),
  version: composition_version,
})

/** The rooms of a building as new constructions will find them (G-BLD-05). */
export const BuildingRoomCompositionPage = () => {
  const building_id = Number(useParams().building_id)
  const { data } = useQuery(template(building_id))
  const name = useQuery(building(building_id)).data?.building.name
  const save = useApiMutation('PATCH /api/buildings/:building_id/room_composition', {
    invalidates: ['GET /api/buildings/:building_id/rooms_index'],
    message: '保存しています…',
    errors: 'page_except_conflicts',
  })
  if (data === undefined) return null
  return (
    <>
      <PageHead
        title={`部屋構成　${name ?? ''}`}
        note="新しい工事は、この部屋構成を引き継いで始まります。登録済みの工事の部屋は変わりません。"
        actions={
          <ButtonLink to={firstStepOf(building_id)} icon="plus">
            工事を登録
          </ButtonLink>
        }
      />
      <RoomCompositionEditor
        key={building_id}
        read={savedOf(data)}
        readOnly={false}
        fresh={async () => savedOf(await queryClient.fetchQuery({ ...template(building_id), staleTime: 0 }))}
        save={async composition => savedOf(await save.mutateAsync({ params: { building_id }, body: { building: composition } }))}
      />
    </>
  )
}
