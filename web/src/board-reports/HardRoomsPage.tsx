import { attemptLabels, hardRoomKinds, hardRoomText } from '@toguchi/domain/board-reports/hard-rooms'
import { formatDayShort, formatDayWithoutYear, formatTimeFrame, todayInTokyo } from '@toguchi/domain/calendar/day'
import { canSendBoardReports } from '@toguchi/domain/board-reports/policy'
import { absencesForBoard } from '@toguchi/domain/dashboard/information'
import { openerLabels } from '@toguchi/domain/rooms/occupancy/occupancy'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { paths } from '../site/paths.ts'
import { DocumentJobButton } from '../documents/documents.tsx'
import { type AnswerOf, invalidate, q, queryClient, send } from '../platform/api/api.ts'
import { useActor } from '../platform/session/actor.ts'
import { usePageTitle } from '../platform/page-title.ts'
import { Alert } from '../ui/Alert.ts'
import { Button } from '../ui/Button.tsx'
import { Help } from '../ui/form/FieldParts.ts'
import { EmptyState } from '../ui/layout/EmptyState.tsx'
import { Stack } from '../ui/layout/Layout.ts'
import { PageHead } from '../ui/layout/PageHead.tsx'
import { DataTable } from '../ui/table/DataTable.tsx'
import { type ListState, useListState } from '../ui/table/list-state.ts'

type HardRoom = AnswerOf<'GET /api/constructions/:construction_id/hard_rooms'>['hard_rooms'][number]

const roomsOf = (construction_id: number) => q('GET /api/constructions/:construction_id/hard_rooms', { params: { construction_id } })

export const loader = ({ params }: LoaderFunctionArgs) => queryClient.ensureQueryData(roomsOf(Number(params.construction_id)))

/** 空室・入室辞退一覧: the dwellings that nobody has come into, with what was tried when and what is to be done next (D-34, D-37). */
export const HardRoomsPage = () => {
  const construction_id = Number(useParams().construction_id)
  const { data } = useQuery(roomsOf(construction_id))
  const [state] = useListState()
  usePageTitle(data === undefined ? null : `${data.construction.building_name} 空室・入室辞退一覧`)
  if (data === undefined) return null
  const { construction, hard_rooms: rooms } = data
  return (
    <>
      <PageHead
        title="空室・入室辞退一覧"
        back={{ to: paths.answer_board(construction_id), label: '回答状況' }}
        note={`${construction.building_name}　${construction.name ?? ''}`}
        actions={
          rooms.length === 0 ? null : (
            <>
              <BoardLetters construction_id={construction_id} rooms={rooms} />
              <Button onClick={() => print()}>印刷</Button>
              <DocumentJobButton
                name={`hard_rooms/${construction_id}`}
                kind="xlsx"
                label="Excel"
                start={() => send('POST /api/constructions/:construction_id/hard_rooms/file', { params: { construction_id } })}
              />
            </>
          )
        }
      />
      <Stack>
        <Help>
          空室・長期不在、入室辞退、連絡不能、ご不在、未施工で終了した住戸です。理事会報告書には、部屋番号と状況、対応した日だけが載ります。
        </Help>
        <AwaitingLetter rooms={rooms} />
        <DataTable
          label="空室・入室辞退一覧"
          rows={sorted(rooms, state)}
          rowKey={({ id }) => id}
          rowTo={({ id }) => paths.room(construction_id, id)}
          columns={[
            { key: 'name', head: '部屋', sort: 'name', cell: ({ name }) => name, nowrap: true },
            { key: 'kind', head: '状況', sort: 'kind', cell: hardRoomText, nowrap: true },
            { key: 'date', head: '工事日', sort: 'date', cell: dateText },
            { key: 'attempts', head: 'これまでの対応（新しい順）', sort: 'attempts', cell: room => <Attempts room={room} /> },
            { key: 'notes', head: '理由・メモ', cell: notesText },
            { key: 'next', head: '次にすること', sort: 'next', cell: ({ next_step }) => next_step },
          ]}
          empty={
            <EmptyState
              title="該当する住戸はありません。"
              text="部屋詳細の「入居状況・対応結果」で登録した住戸と、ご不在だった住戸が並びます。"
            />
          }
        />
      </Stack>
    </>
  )
}

/** What the dashboard sends the office here for. */
const AwaitingLetter = ({ rooms }: { rooms: readonly HardRoom[] }) => {
  const waiting = rooms.filter(room => room.awaits_board_letter)
  return waiting.length === 0 ? null : (
    <Alert as="p" role="status">
      不在が{absencesForBoard}回続いている住戸が{waiting.length}戸あります（{waiting.map(({ name }) => name).join('、')}
      ）。「理事会への報告書面を作成」で、住戸ごとに1枚の書面を作成できます。
    </Alert>
  )
}

/** The letter for all dwellings that wait for one; else for those that can be written about once more. */
const BoardLetters = ({ construction_id, rooms }: { construction_id: number; rooms: readonly HardRoom[] }) => {
  const waiting = rooms.filter(room => room.awaits_board_letter)
  const shown = waiting.length > 0 ? waiting : rooms.filter(room => room.can_write_to_board)
  if (!canSendBoardReports(useActor()) || shown.length === 0) return null
  return (
    <DocumentJobButton
      name={`board_letters/${construction_id}`}
      label="理事会への報告書面を作成"
      primary={waiting.length > 0}
      start={() =>
        send('POST /api/constructions/:construction_id/board_letters', {
          params: { construction_id },
          body: { room_ids: shown.map(({ id }) => id) },
        })
      }
      onMade={() => void invalidate(stale)}
    />
  )
}

const stale = ['GET /api/constructions/:construction_id/hard_rooms', 'GET /api/dashboard', 'GET /api/informations'] as const

const dateText = ({ date, start_at, end_at }: HardRoom): string =>
  date === null ? '未割当' : `${formatDayShort(date)} ${start_at === null || end_at === null ? '' : formatTimeFrame(start_at, end_at)}`

const notesText = ({ opener, notes }: HardRoom): string =>
  [...(opener === null ? [] : [`開錠：${openerLabels[opener]}`]), ...notes].join(' ／ ')

const Attempts = ({ room: { attempts } }: { room: HardRoom }) =>
  attempts.length === 0 ? (
    '―'
  ) : (
    <div>
      {attempts.map(({ kind, at }, index) => (
        <div key={`${at}/${kind}/${index}`}>
          {formatDayWithoutYear(todayInTokyo(new Date(at)))}　{attemptLabels[kind]}
        </div>
      ))}
    </div>
  )

/** What comes first where a column is sorted by; the server's order breaks ties. */
const keys: Readonly<Record<string, (room: HardRoom) => string | number>> = {
  name: ({ name }) => name,
  kind: ({ kind }) => hardRoomKinds.indexOf(kind),
  date: ({ date }) => date ?? '9999',
  attempts: ({ attempts }) => attempts[0]?.at ?? '',
  next: ({ next_step }) => next_step,
}

const sorted = (rooms: readonly HardRoom[], { sortBy, sortDesc }: ListState): HardRoom[] => {
  const key = keys[sortBy]
  if (key === undefined) return [...rooms]
  const compare = (a: HardRoom, b: HardRoom) => String(key(a)).localeCompare(String(key(b)), 'ja', { numeric: true })
  return rooms.toSorted((a, b) => (sortDesc ? compare(b, a) : compare(a, b)))
}
