import { formatDayShort, formatTimeFrame } from '@toguchi/domain/calendar/day'
import type { GroupProposal } from '@toguchi/domain/schedule/group-places'
import type { FramePlace } from '@toguchi/domain/schedule/place'
import { Button } from '../../../ui/Button.tsx'
import { Modal, ModalFoot } from '../../../ui/dialog/Modal.tsx'
import { Help } from '../../../ui/form/FieldParts.ts'
import { Stack } from '../../../ui/layout/Layout.ts'
import type { Draft } from '../../draft/draft.ts'
import { groupProposals } from '../../draft/group-proposals.ts'
import { judgeMoves } from '../../draft/moves.ts'
import { timeFramesOf } from '../../draft/plan.ts'
import { type Moving, placeText, type RefusedGroup } from '../use-moving.ts'
import styles from './OtherPlacesModal.module.css'

interface Props {
  draft: Draft
  moving: Moving
  refused: RefusedGroup
  /** A card came to a place by a proposal: it is brought into sight there. */
  onPlaced: (roomId: number, place: FramePlace) => void
}

/** Rooms were let go together where they do not fit: the nearest days that take all of them, or how they could be split. */
export const OtherPlacesModal = ({ draft, moving, refused, onPlaced }: Props) => {
  const { roomIds, to } = refused
  // Judged anew each time: somebody else may have saved while the question stood there.
  const proposals = groupProposals(draft, roomIds, to).filter(({ moves }) => moving.objectionTo(judgeMoves(draft, moves))?.hard !== true)
  const take = ({ moves }: GroupProposal) => {
    moving.dismissRefused()
    const [first] = moves
    if (moving.carryOut(now => judgeMoves(now, moves)) === 'done' && first !== undefined) onPlaced(first.roomId, first.to)
  }
  return (
    <Modal opened onClose={moving.dismissRefused} title={`${roomIds.length}戸をまとめて移動できません`} width={560} testId="other-places">
      <Stack>
        <p>
          {placeText(to, draft.base)}：{refused.text}
        </p>
        <p>{introOf(proposals, roomIds.length)}</p>
        {proposals.length === 0 ? null : (
          <>
            <ul className={styles.proposals}>
              {proposals.map(proposal => (
                <li key={proposal.moves[0]?.to.date}>
                  <Button onClick={() => take(proposal)}>{daysText(proposal)}</Button>
                  <span>{timesText(draft, proposal)}</span>
                  <Notes draft={draft} moving={moving} proposal={proposal} />
                </li>
              ))}
            </ul>
            <Help>部屋の順番は変わりません。下書きに入れるだけで、まだ保存も通知もされません。</Help>
          </>
        )}
        <ModalFoot>
          <Button onClick={moving.dismissRefused}>移動しない</Button>
        </ModalFoot>
      </Stack>
    </Modal>
  )
}

const introOf = ([first]: readonly GroupProposal[], count: number): string => {
  if (first === undefined) return `${count}戸が入る空きがありません。「枠編集」で予備枠を追加できます。`
  return first.whole ? '次の日なら、まとめて入ります。' : 'まとめて入る日がありません。分けると、次の日に入ります。'
}

/** 12/5（土）, or of a split 12/4（金）に2戸、12/7（月）に1戸. */
const daysText = ({ whole, moves }: GroupProposal): string =>
  [...Map.groupBy(moves, ({ to }) => to.date)]
    .map(([date, rooms]) => (whole ? formatDayShort(date) : `${formatDayShort(date)}に${rooms.length}戸`))
    .join('、')

/** 09:00–12:00 2戸・13:00–17:00 1戸. */
const timesText = ({ base }: Draft, { moves }: GroupProposal): string =>
  timeFramesOf(base)
    .flatMap(({ id, start_at, end_at }) => {
      const count = moves.filter(({ to }) => to.construction_time_frame_id === id).length
      return count === 0 ? [] : [`${formatTimeFrame(start_at, end_at)} ${count}戸`]
    })
    .join('・')

/** What has to be known before one takes it: a reason that will be asked for, and days that residents cannot. */
const Notes = ({ draft, moving, proposal: { moves } }: Pick<Props, 'draft' | 'moving'> & { proposal: GroupProposal }) => {
  const unwanted = moves.filter(({ roomId, to }) => draft.rooms.get(roomId)?.wish?.unavailable_dates.includes(to.date) === true)
  const notes = [
    moving.objectionTo(judgeMoves(draft, moves))?.text,
    unwanted.length === 0 ? undefined : `都合の悪い日：${unwanted.map(({ roomId }) => moving.namesOf([roomId])).join('、')}`,
  ].filter(note => note !== undefined)
  return notes.length === 0 ? null : <small>{notes.join('　')}</small>
}
