import { formatInstant } from '@toguchi/domain/calendar/day'
import { letterStandingText } from '@toguchi/domain/rooms/letter-standing'
import type { SheetKind } from '@toguchi/domain/rooms/sheet-kind'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { type AnswerOf, queryClient, send } from '../../platform/api/api.ts'
import { paths } from '../../site/paths.ts'
import { Alert } from '../../ui/Alert.ts'
import { Notice } from '../../ui/Alert.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Modal } from '../../ui/dialog/Modal.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { DocumentJobButton } from '../DocumentJobButton.tsx'
import { beforeCompletionText, sheetsOf, useAskBeforeLetters } from './ask-before-letters.tsx'
import { HandedOutSheets } from './HandedOutSheets.tsx'
import { sheetTitles } from './sheet-titles.ts'
import { Stack } from '../../ui/layout/Layout.ts'
import { Fieldset, Help } from '../../ui/form/FieldParts.ts'
import styles from './SheetsModal.module.css'

type Sheets = AnswerOf<'GET /api/constructions/:construction_id/distribution_sheets'>['sheets'][number]

interface Props {
  construction_id: number
  kind: SheetKind
  /** Begins with the dwellings that are to be told on paper. */
  onPaper?: boolean
  onClose: () => void
}

/**
 * Whose letters are printed, wherever they are printed from: those who have none yet, chosen rooms, or all; and when each was printed last
 * (O3). A letter that is printed again shows the same code, and the one before stays good: only 認証コードを再発行 ends it (D-03).
 */
export const SheetsModal = ({ construction_id, kind, onPaper = false, onClose }: Props) => {
  const { data } = useQuery({ ...sheetsOf(construction_id), staleTime: 0 })
  const sheets = data?.sheets.find(each => each.kind === kind)
  return (
    <Modal opened onClose={onClose} title={sheetTitles[kind]} width={640}>
      {sheets === undefined ? (
        <Spinner />
      ) : (
        <Stack>
          {sheets.why_not === null ? (
            <Whose construction_id={construction_id} sheets={sheets} completed={data?.schedule_completed ?? true} onPaper={onPaper} />
          ) : (
            <>
              <p>{sheets.why_not}</p>
              <Apart leftOut={sheets.left_out} owners={0} />
            </>
          )}
          <HandedOutSheets construction_id={construction_id} sheets={sheets} />
        </Stack>
      )}
    </Modal>
  )
}

const countLabel = (count: number) => `${count}戸分を印刷`

/** Who gets no letter because nobody is there, and how many owners elsewhere get one (D-37). */
const Apart = ({ leftOut, owners }: { leftOut: string | null; owners: number }) => {
  const texts = [leftOut, owners === 0 ? null : `所有者あて ${owners}通を含む`].filter(text => text !== null)
  return texts.length === 0 ? null : <Help>{texts.join('。')}</Help>
}

const mostNamed = 8
/** 「101・305・306」; of many the first few. */
const namesOf = (rooms: readonly { name: string }[]): string => {
  const names = rooms.slice(0, mostNamed).map(({ name }) => name)
  return `${names.join('・')}${rooms.length > mostNamed ? ` ほか${rooms.length - mostNamed}戸` : ''}`
}

type Choice = 'paper' | 'not_distributed' | 'chosen' | 'all'

interface WhoseProps {
  construction_id: number
  sheets: Sheets
  /** Residents see their dates. */
  completed: boolean
  onPaper: boolean
}

const Whose = ({ construction_id, sheets: { kind, rooms, left_out, runs }, completed, onPaper }: WhoseProps) => {
  const [dialog, mayPrint] = useAskBeforeLetters(construction_id)
  // Only then there is the button that takes it back.
  const isCounting = runs.some(run => run.room_ids.length > 0)
  const undistributed = rooms.filter(room => !room.distributed)
  const missing = undistributed.filter(room => room.standing === 'open')
  const apart = letterStandingText(undistributed)
  const paperRooms = rooms.filter(room => room.on_paper)
  const [choice, setChoice] = useState<Choice>(
    onPaper && paperRooms.length > 0 ? 'paper' : missing.length > 0 ? 'not_distributed' : 'chosen',
  )
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const roomsOf: Readonly<Record<Choice, typeof rooms>> = {
    paper: paperRooms,
    not_distributed: missing,
    chosen: rooms.filter(room => ids.has(room.id)),
    all: rooms,
  }
  const undated = roomsOf[choice].filter(room => !room.dated)
  const notAsked = letterStandingText(roomsOf[choice])
  const choices: readonly { value: Choice; label: string }[] = [
    ...(paperRooms.length > 0 || onPaper
      ? [{ value: 'paper' as const, label: `日程の変更を紙でお知らせする${paperRooms.length}戸（直近14日間に変更）` }]
      : []),
    {
      value: 'not_distributed',
      label: missing.length === 0 ? '未配布の住戸はありません' : `未配布の${missing.length}戸`,
    },
    { value: 'chosen', label: '選んだ部屋' },
    { value: 'all', label: `全戸（${rooms.length}戸）。作成済みの住戸も含みます` },
  ]
  const body = {
    kind,
    ...(choice === 'paper' || choice === 'not_distributed' ? { only: choice } : choice === 'chosen' ? { room_ids: [...ids] } : {}),
  }
  const toggle = (id: number, on: boolean) => setIds(on ? new Set([...ids, id]) : new Set([...ids].filter(each => each !== id)))
  return (
    <Stack>
      {dialog}
      {completed ? null : (
        <Alert>
          {beforeCompletionText} <Link to={paths.detail_schedule(construction_id)}>詳細工程表を開く</Link>
        </Alert>
      )}
      {undated.length === 0 ? null : (
        <Notice role="status">{`日程が未定の住戸が${undated.length}戸あります（${namesOf(undated)}）。案内状には「日程調整中です」と印刷され、日程が決まると「未配布」に戻ります。`}</Notice>
      )}
      {notAsked === null ? null : (
        <Alert role="status">{`${notAsked}を含みます。日程を尋ねる文章と返信欄の希望日は、その住戸の案内状には印刷されません。`}</Alert>
      )}
      <Fieldset className={styles.paperChoices} aria-label="印刷する部屋">
        {choices.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name="whose"
              checked={choice === value}
              // What was just printed stays chosen: its paper is offered below.
              disabled={value !== 'chosen' && value !== choice && roomsOf[value].length === 0}
              onChange={() => setChoice(value)}
            />
            {label}
          </label>
        ))}
      </Fieldset>
      {choice === 'not_distributed' && apart !== null ? (
        <Help>{`${apart}は含みません。「選んだ部屋」か「全戸」なら印刷できます。`}</Help>
      ) : null}
      {choice === 'all' ? <Help>工事が完了した住戸は含みません。</Help> : null}
      <Apart leftOut={left_out} owners={roomsOf[choice].filter(room => room.to_owner).length} />
      {choice === 'chosen' ? (
        <ul className={styles.paperRooms} aria-label="部屋">
          {rooms.map(room => (
            <li key={room.id}>
              <label>
                <input type="checkbox" checked={ids.has(room.id)} onChange={event => toggle(room.id, event.currentTarget.checked)} />
                <span>{room.name}</span>
                <small>
                  {room.printed_at === null
                    ? '未作成'
                    : `${formatInstant(new Date(room.printed_at))} 作成${room.distributed ? '' : '（未配布）'}`}
                </small>
              </label>
            </li>
          ))}
        </ul>
      ) : null}
      <DocumentJobButton
        // Another choice is another document.
        name={`distribution_sheets/${construction_id}/${kind}/${choice === 'chosen' ? [...ids].toSorted((a, b) => a - b).join('-') : choice}`}
        label={countLabel(roomsOf[choice].length)}
        labelOf={countLabel}
        reason={roomsOf[choice].length === 0 ? '印刷する部屋を選んでください' : null}
        ask={mayPrint}
        start={async () => {
          const answer = await send('POST /api/constructions/:construction_id/distribution_sheets', {
            params: { construction_id },
            body,
          })
          void queryClient.invalidateQueries({ queryKey: sheetsOf(construction_id).queryKey })
          return answer
        }}
      />
      <Help>
        PDFを作成した住戸は「配布済み」として数えます。
        {isCounting ? '配布しなかったときは、下の「未配布に戻す」を押してください。' : null}
      </Help>
      <ButtonLink to={paths.construction_letter_texts(construction_id, kind)} icon="edit">
        文章を確認・変更する
      </ButtonLink>
    </Stack>
  )
}
