import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { q, queryClient, useApiMutation } from '../platform/api.ts'
import { gridOf, RoomCompositionEditor } from '../rooms/rooms.tsx'
import { PageHead } from '../ui/PageHead.tsx'

const template = (id: number) => q('GET /api/buildings/:building_id/rooms_index', { params: { building_id: id } })

const building = (id: number) => q('GET /api/buildings/:id', { params: { id } })

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = Number(params.building_id)
  return Promise.all([queryClient.ensureQueryData(template(id)), queryClient.ensureQueryData(building(id))])
}

/** The rooms of a building as new constructions will find them (G-BLD-05). */
export const BuildingRoomCompositionPage = () => {
  const building_id = Number(useParams().building_id)
  const { data } = useQuery(template(building_id))
  const name = useQuery(building(building_id)).data?.building.name
  const save = useApiMutation('PATCH /api/buildings/:building_id/room_composition', {
    invalidates: ['GET /api/buildings/:building_id/rooms_index'],
    message: '保存しています…',
  })
  if (data === undefined) return null
  return (
    <>
      <PageHead
        title={`部屋構成　${name ?? ''}`}
        note="新しい工事は、この部屋構成を引き継いで始まります。登録済みの工事の部屋は変わりません。"
      />
      <RoomCompositionEditor
        key={JSON.stringify(data)}
        initial={gridOf(
          data.blocks,
          data.rooms.map(({ block_position, row, col, name }) => ({ block_position, row, col, name })),
        )}
        readOnly={false}
        saving={save.isPending}
        error={save.error}
        onSave={composition => save.mutate({ params: { building_id }, body: { building: composition } })}
      />
    </>
  )
}
