import type { AnswerChannel } from '@toguchi/domain/answers/labels'
import { contactOutcomeLabels, isAway, occupancyLabels } from '@toguchi/domain/rooms/occupancy/occupancy'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link, type LoaderFunctionArgs, useParams } from 'react-router'
import { partOnDemand } from '../platform/late-part.ts'
import { paths } from '../site/paths.ts'
import { queryClient } from '../platform/api/api.ts'
import { useLiveChanges } from '../platform/live/use-live-changes.ts'
import { usePageTitle } from '../platform/page-title.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/layout/EmptyState.tsx'
import { PageHead } from '../ui/layout/PageHead.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { type Board, boardOf, type BoardRoom } from './answer-reads.ts'
import { AnswerNumbers } from './AnswerNumbers.tsx'
import { Chasing } from './board/Chasing.tsx'
import { UnansweredRooms } from './board/UnansweredRooms.tsx'
import { receptionMarks } from './reception-marks.ts'
import { Help } from '../ui/form/FieldParts.ts'
import styles from './AnswerBoardPage.module.css'
import tones from './ReceptionTone.module.css'

const EarlierWishes = lazy(async () => ({ default: (await import('./earlier/EarlierWishes.tsx')).EarlierWishes }))
const AnswerModal = partOnDemand(async () => (await import('./AnswerModal.tsx')).AnswerModal)

export const loader = ({ params }: LoaderFunctionArgs) => queryClient.ensureQueryData(boardOf(Number(params.construction_id)))

/** 回答状況: who has answered and how, what to expect at the deadline, and what to do today with the rest (feature 10, practice §2). */
export const AnswerBoardPage = () => {
  const construction_id = Number(useParams().construction_id)
  const { data } = useQuery(boardOf(construction_id))
  useLiveChanges(['GET /api/constructions/:construction_id/answer_board'], { construction_id })
  usePageTitle(data === undefined ? null : `${data.answer_board.construction.building_name} 回答状況`)
  return data === undefined ? null : <AnswerBoard board={data.answer_board} />
}

/** What is written down now; a pile goes on by the way of the slip before. */
interface Answering {
  room: BoardRoom
  channel?: AnswerChannel
}

/** The next unanswered dwelling in the order of the building, from the top again after the last. */
const roomAfter = ({ rooms }: Board, { id }: BoardRoom): BoardRoom | undefined => {
  const at = rooms.findIndex(room => room.id === id)
  return [...rooms.slice(at + 1), ...rooms.slice(0, at)].find(room => room.standing === 'unanswered')
}

const AnswerBoard = ({ board }: { board: Board }) => {
  const [answering, setAnswering] = useState<Answering | null>(null)
  const answer = (room: BoardRoom) => setAnswering({ room })
  const { construction, forecast, total } = board
  const unanswered = board.rooms.filter(room => room.standing === 'unanswered')
  const next = answering === null ? undefined : roomAfter(board, answering.room)
  return (
    <>
      <PageHead
        title="回答状況"
        back={{ to: paths.construction(construction.id), label: '工事詳細' }}
        note={`${construction.building_name}　${construction.name ?? ''}`}
        actions={
          <ButtonLink to={paths.hard_rooms(construction.id)} icon="list">
            空室・入室辞退一覧
          </ButtonLink>
        }
      />
      {total === 0 ? (
        <EmptyState title="回答をお願いする住戸がありません。" text="部屋構成から部屋を登録してください。" />
      ) : (
        <>
          <Section name="numbers">
            <AnswerNumbers board={board} />
            {forecast === null ? null : (
              <Help>
                見込みは、直近{forecast.days}日間に未回答の住戸が1日に回答した割合（{(forecast.daily_share * 100).toFixed(1)}
                %）が締切まで続くとした計算です。
              </Help>
            )}
          </Section>
          <Chasing board={board} />
          <Section title={`未回答の住戸　${unanswered.length}戸`} name="unanswered" flush>
            {unanswered.length === 0 ? (
              <EmptyState title="すべての住戸から回答をいただきました。" />
            ) : (
              <UnansweredRooms constructionId={construction.id} rooms={unanswered} onAnswer={answer} />
            )}
          </Section>
          <Suspense>
            <EarlierWishes construction_id={construction.id} />
          </Suspense>
          <Section title="建物" name="building">
            <Building board={board} onAnswer={answer} />
          </Section>
        </>
      )}
      {answering === null ? null : (
        <Suspense>
          <AnswerModal
            construction_id={construction.id}
            room_id={answering.room.id}
            room_name={answering.room.name}
            onClose={() => setAnswering(null)}
            {...(answering.channel === undefined ? {} : { channel: answering.channel })}
            {...(next === undefined ? {} : { onNext: (channel: AnswerChannel) => setAnswering({ room: next, channel }) })}
          />
        </Suspense>
      )}
    </>
  )
}

/** The building as it stands, floor by floor from the top, each dwelling with its word. */
const Building = ({ board, onAnswer }: { board: Board; onAnswer: (room: BoardRoom) => void }) => (
  <div className={styles.wings}>
    {board.blocks.map(block => {
      const rooms = board.rooms.filter(room => room.block_position === block.position)
      const floors = [...new Set(rooms.map(room => room.row))].toSorted((a, b) => b - a)
      const last = Math.max(0, ...rooms.map(room => room.col))
      return (
        <div className={styles.wing} key={block.position} tabIndex={0} role="group" aria-label={block.name === '' ? '建物' : block.name}>
          {block.name === '' ? null : <h3>{block.name}</h3>}
          <table>
            <tbody>
              {floors.map(row => (
                <tr key={row}>
                  <th scope="row">{block.floor_start + row - 1}階</th>
                  {Array.from({ length: last }, (_, at) => {
                    const room = rooms.find(each => each.row === row && each.col === at + 1)
                    return <td key={at}>{room === undefined ? null : <Dwelling room={room} board={board} onAnswer={onAnswer} />}</td>
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )
    })}
  </div>
)

/** What stands of a dwelling: nobody there, an outcome, or how it answered. */
const wordOf = ({ standing, occupancy, contact_outcome, reception_status_en }: BoardRoom): string => {
  if (isAway(occupancy) && standing !== 'answered') return occupancyLabels[occupancy]
  if (contact_outcome !== null && standing === contact_outcome) return contactOutcomeLabels[contact_outcome]
  return standing === 'left_out' ? '完了' : receptionMarks[reception_status_en].word
}

const Dwelling = ({ room, board, onAnswer }: { room: BoardRoom; board: Board; onAnswer: (room: BoardRoom) => void }) => {
  const word = wordOf(room)
  const inside = (
    <>
      {room.name}
      <small>{word}</small>
    </>
  )
  if (room.standing === 'unanswered')
    return (
      <button
        className={`${styles.room} ${tones.tone}`}
        data-reception="not_yet"
        type="button"
        title="回答を登録"
        onClick={() => onAnswer(room)}
      >
        {inside}
      </button>
    )
  return (
    <Link
      className={`${styles.room} ${tones.tone}`}
      data-reception={room.standing === 'answered' ? room.reception_status_en : 'done'}
      to={paths.room(board.construction.id, room.id)}
    >
      {inside}
    </Link>
  )
}
