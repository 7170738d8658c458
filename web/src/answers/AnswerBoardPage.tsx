import { type ChasingStep, dayOfStep } from '@toguchi/domain/answers/chasing'
import type { AnswerChannel } from '@toguchi/domain/answers/labels'
import { formatDayWithoutYear } from '@toguchi/domain/calendar/day'
import { contactOutcomeLabels, isAway, leftOutText, occupancyLabels } from '@toguchi/domain/rooms/occupancy/occupancy'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link, type LoaderFunctionArgs, useParams } from 'react-router'
import { paths } from '../site/paths.ts'
import { DocumentJobButton, SheetsModal } from '../documents/documents.tsx'
import { q, queryClient, send, useApiMutation } from '../platform/api/api.ts'
import { useLiveChanges } from '../platform/live/use-live-changes.ts'
import { usePageTitle } from '../platform/page-title.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { useConfirm } from '../ui/dialog/ConfirmDialog.tsx'
import { EmptyState } from '../ui/layout/EmptyState.tsx'
import { PageHead } from '../ui/layout/PageHead.tsx'
import { Section } from '../ui/layout/Section.tsx'
import type { Board, BoardRoom } from './answer-reads.ts'
import { AnswerNumbers } from './AnswerNumbers.tsx'
import { UnansweredRooms } from './board/UnansweredRooms.tsx'
import { receptionMarks } from './reception-marks.ts'
import { Help } from '../ui/form/FieldParts.ts'
import { Actions } from '../ui/layout/Layout.ts'
import styles from './AnswerBoardPage.module.css'
import tones from './ReceptionTone.module.css'

const EarlierWishes = lazy(async () => ({ default: (await import('./earlier/EarlierWishes.tsx')).EarlierWishes }))
const AnswerModal = lazy(async () => ({ default: (await import('./AnswerModal.tsx')).AnswerModal }))

const boardOf = (construction_id: number) => q('GET /api/constructions/:construction_id/answer_board', { params: { construction_id } })

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
          <Section title={`次にすること（${nextText(board.step, unanswered)}）`} name="chasing">
            <Chasing board={board} unanswered={unanswered} />
          </Section>
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
            {...(answering.channel === undefined ? {} : { channel: answering.channel, goesOn: true })}
            {...(next === undefined ? {} : { onNext: (channel: AnswerChannel) => setAnswering({ room: next, channel }) })}
          />
        </Suspense>
      )}
    </>
  )
}

const nextWords: Readonly<Record<ChasingStep, string>> = {
  not_begun: '案内状の配布前です',
  wait: '回答を待っています',
  print: '再案内を投函する時期です',
  send: 'メール・SMSを送る時期です',
  call: 'お電話する時期です',
  over: '締切を過ぎました。お電話・訪問でご確認ください',
}

/** Nothing is due where nobody is left to ask. */
const nextText = (step: ChasingStep, unanswered: readonly BoardRoom[]): string =>
  unanswered.length === 0 ? '未回答の住戸はありません' : nextWords[step]

/** Print, send, call: each with its day, whom it reaches, and its button; the one that is due is marked. */
const Chasing = ({ board, unanswered }: { board: Board; unanswered: readonly BoardRoom[] }) => {
  const { construction, step, today } = board
  const params = { construction_id: construction.id }
  const deadline = construction.schedule_change_end_on
  const [dialog, ask] = useConfirm()
  const [printing, setPrinting] = useState(false)
  const remind = useApiMutation('POST /api/constructions/:construction_id/answer_reminders', {
    invalidates: ['GET /api/constructions/:construction_id/answer_board'],
    message: '送信しています…',
  })
  // An owner who lives elsewhere is written to; nobody there takes a call (D-37).
  const atHome = unanswered.filter(room => !isAway(room.occupancy))
  const leftOut = leftOutText(board.rooms)
  const reachable = unanswered.filter(room => room.contact_channel !== 'paper' && room.reminded_on !== today)
  const mails = reachable.filter(room => room.contact_channel === 'mail').length
  const nobody = unanswered.length === 0 ? '未回答の住戸はありません' : null
  const withPhone = atHome.filter(room => room.phone !== null).length
  const nobodyToCall = nobody ?? (withPhone === 0 ? '電話番号のわかる未回答の住戸はありません' : null)
  // What reaches nobody is not due, whatever day it is.
  const reaches = { print: unanswered.length > 0, send: reachable.length > 0, call: withPhone > 0 } as const
  const askAndSend = async () => {
    const sure = await ask({
      title: `未回答の${reachable.length}戸に、回答のお願いを送信します。よろしいですか？`,
      text: `メール ${mails}件、SMS ${reachable.length - mails}件。同じ住戸には1日1回まで、20時から8時は翌朝に送信します。`,
      confirm: '送信する',
    })
    if (sure) remind.mutate({ params, body: { answer_reminder: {} } })
  }
  const heading = (name: 'print' | 'send' | 'call', text: string): ReactNode => {
    const on = dayOfStep(name, deadline)
    return (
      <h3>
        {text}
        {on === null ? null : <small>{formatDayWithoutYear(on)}から</small>}
        {isDue(name) ? <Badge tone="amber">いま</Badge> : null}
      </h3>
    )
  }
  const isDue = (name: 'print' | 'send' | 'call') => name === (step === 'over' ? 'call' : step) && reaches[name]
  const current = (name: 'print' | 'send' | 'call') => (isDue(name) ? { 'aria-current': 'step' as const } : {})
  return (
    <>
      {dialog}
      {printing ? (
        <Suspense>
          <SheetsModal construction_id={construction.id} kind="reminder" onClose={() => setPrinting(false)} />
        </Suspense>
      ) : null}
      <ol className={styles.steps}>
        <li {...current('print')}>
          {heading('print', '再案内を投函')}
          <p>未回答の{unanswered.length}戸から選んで、投函順に印刷します。回答票つき。</p>
          <Actions>
            <Button reason={nobody} onClick={() => setPrinting(true)}>
              再案内を印刷
            </Button>
          </Actions>
        </li>
        <li {...current('send')}>
          {heading('send', 'メール・SMSを送信')}
          <p>
            届く住戸 {reachable.length}戸（メール {mails}・SMS {reachable.length - mails}）、連絡先なし{' '}
            {atHome.filter(room => room.contact_channel === 'paper').length}戸
          </p>
          <Actions>
            <Button
              icon="bell"
              disabled={remind.isPending}
              reason={nobody ?? (reachable.length === 0 ? '本日送信できる住戸はありません' : null)}
              onClick={() => void askAndSend()}
            >
              回答のお願いを送信
            </Button>
          </Actions>
        </li>
        <li {...current('call')}>
          {heading('call', 'お電話')}
          <p>
            電話番号のある住戸 {withPhone}戸の、名前と電話番号が載ります。番号のない {atHome.length - withPhone}戸は載りません。
            {leftOut === null ? null : `${leftOut}。`}
          </p>
          <Actions>
            {(['pdf', 'xlsx'] as const).map(format => (
              <DocumentJobButton
                key={format}
                name={`call_list/${construction.id}/${format}`}
                kind={format}
                label={format === 'pdf' ? '架電リスト（PDF）' : '架電リスト（Excel）'}
                reason={nobodyToCall}
                start={() => send('POST /api/constructions/:construction_id/call_list', { params, body: { format } })}
              />
            ))}
          </Actions>
        </li>
      </ol>
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
