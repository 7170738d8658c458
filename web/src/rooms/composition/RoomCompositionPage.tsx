import { isOffice } from '@toguchi/domain/access/actor'
import { compositionLabels } from '@toguchi/domain/rooms/labels'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { useActor } from '../../platform/session/actor.ts'
import { type AnswerOf, q, queryClient, useApiMutation } from '../../platform/api/api.ts'
import { toast } from '../../platform/toast.ts'
import { SpreadsheetMenu } from '../../spreadsheets/spreadsheets.tsx'
import { PageHead } from '../../ui/layout/PageHead.tsx'
import { gridOf, type SavedGrid } from './room-grid.ts'
import { RoomCompositionEditor } from './RoomCompositionEditor.tsx'
import { CheckLabel } from '../../ui/form/FieldParts.ts'
import { Input } from '../../ui/form/Control.ts'

const roomsOf = (id: number) => q('GET /api/constructions/:construction_id/rooms', { params: { construction_id: id } })
const constructionOf = (id: number) => q('GET /api/constructions/:id', { params: { id } })

export const loader = ({ params }: LoaderFunctionArgs) =>
  Promise.all([
    // A form must not begin with what is only remembered.
    queryClient.fetchQuery({ ...roomsOf(Number(params.construction_id)), staleTime: 0 }),
    queryClient.ensureQueryData(constructionOf(Number(params.construction_id))),
  ])

type Answer = Pick<
  AnswerOf<'GET /api/constructions/:construction_id/rooms'>,
  'rooms' | 'blocks' | 'composition_version' | 'room_ids_in_use'
>
const savedOf = ({ rooms, blocks, composition_version, room_ids_in_use }: Answer): SavedGrid => ({
  grid: gridOf(
    blocks,
    rooms.map(({ id, block_position, row, col, name }) => ({ id, block_position, row, col, name })),
  ),
  version: composition_version,
  inUse: room_ids_in_use,
})

/** The rooms of one construction; a room keeps everything that hangs on it through renames and moves. */
export const RoomCompositionPage = () => {
  const construction_id = Number(useParams().construction_id)
  const { data } = useQuery(roomsOf(construction_id))
  const { data: saved } = useQuery(constructionOf(construction_id))
  const [houses, setHouses] = useState(saved?.construction.number_of_houses ?? null)
  const readOnly = !isOffice(useActor())
  const save = useApiMutation('PATCH /api/constructions/:construction_id/room_composition', {
    invalidates: [
      'GET /api/constructions/:construction_id/rooms',
      'GET /api/constructions/:id',
      'GET /api/constructions',
      'GET /api/constructions/:construction_id/detail_schedule',
    ],
    message: '保存しています…',
    errors: 'page_except_conflicts',
    onSuccess: ({ warning }) => {
      if (warning !== null) toast.info('確認', warning)
    },
  })
  if (data === undefined) return null
  return (
    <>
      <PageHead
        title="部屋構成"
        note={readOnly ? '閲覧のみです。' : '部屋名は書き換えられます。空欄の位置には部屋がありません。'}
        actions={<SpreadsheetMenu kinds={['rooms', 'residents']} constructionId={construction_id} />}
      />
      <RoomCompositionEditor
        key={construction_id}
        read={savedOf(data)}
        readOnly={readOnly}
        fresh={async () => savedOf(await queryClient.fetchQuery({ ...roomsOf(construction_id), staleTime: 0 }))}
        save={async composition =>
          savedOf(
            await save.mutateAsync({ params: { construction_id }, body: { construction: { ...composition, number_of_houses: houses } } }),
          )
        }
        extra={
          <CheckLabel>
            {compositionLabels.number_of_houses}
            <Input
              style={{ width: '6em' }}
              type="number"
              name="construction[number_of_houses]"
              min={1}
              max={9999}
              value={houses ?? ''}
              onChange={event => setHouses(Number.isNaN(event.target.valueAsNumber) ? null : event.target.valueAsNumber)}
            />
          </CheckLabel>
        }
      />
    </>
  )
}
