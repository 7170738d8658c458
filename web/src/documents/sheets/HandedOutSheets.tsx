import { formatInstant } from '@toguchi/domain/calendar/day'
import { type SheetKind, sheetKindLabels } from '@toguchi/domain/rooms/sheet-kind'
import { type AnswerOf, useApiMutation } from '../../platform/api/api.ts'
import { Button } from '../../ui/Button.tsx'
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx'
import { Stack, Subhead } from '../../ui/layout/Layout.ts'
import { forgetPaper } from '../DocumentJobButton.tsx'
import styles from './SheetsModal.module.css'

type Sheets = AnswerOf<'GET /api/constructions/:construction_id/distribution_sheets'>['sheets'][number]
type Run = Sheets['runs'][number]

interface Props {
  construction_id: number
  sheets: Sheets
}

/**
 * The files whose letters count as handed out, and the way to say that they were not (decision 069): of one file, or of all. It stays as
 * long as one counts.
 */
export const HandedOutSheets = ({ construction_id, sheets: { kind, rooms, runs } }: Props) => {
  const [dialog, ask] = useConfirm()
  const takeBack = useApiMutation('POST /api/constructions/:construction_id/distribution_sheets/not_distributed', {
    invalidates: ['GET /api/constructions/:construction_id/distribution_sheets'],
    onSuccess: (_, { body }) => {
      for (const id of body.job_ids) forgetPaper(id)
    },
  })
  const counting = runs.filter(run => run.room_ids.length > 0)
  if (counting.length === 0) return null
  const names = new Map(rooms.map(({ id, name }) => [id, name]))
  const distributed = counting.reduce((sum, run) => sum + run.room_ids.length, 0)
  const begin = async (taken: readonly Run[], question: Question) => {
    if (await ask({ ...question, confirm: '未配布に戻す' }))
      takeBack.mutate({ params: { construction_id }, body: { kind, job_ids: taken.map(({ job_id }) => job_id) } })
  }
  return (
    <Stack>
      {dialog}
      <Subhead>{`配布済みの${sheetKindLabels[kind]}（${distributed}戸）`}</Subhead>
      <ul className={styles.runs}>
        {counting.map(run => (
          <li key={run.job_id}>
            <span>
              {`${madeAt(run)} 作成　${run.room_ids.length}戸`}
              <small>{roomsText(run, names)}</small>
            </span>
            <Button size="small" disabled={takeBack.isPending} onClick={() => void begin([run], questionOf(kind, run))}>
              未配布に戻す<span className="sr-only">{`（${madeAt(run)} 作成の${run.room_ids.length}戸）`}</span>
            </Button>
          </li>
        ))}
      </ul>
      {counting.length === 1 ? null : (
        <div>
          <Button
            size="small"
            disabled={takeBack.isPending}
            // Also the files that are covered by newer ones: otherwise their letters would count again.
            onClick={() => void begin(runs, { title: `${distributed}戸の${sheetKindLabels[kind]}を未配布に戻しますか？` })}
          >
            {`すべて未配布に戻す（${distributed}戸）`}
          </Button>
        </div>
      )}
    </Stack>
  )
}

interface Question {
  title: string
  text?: string
}

const madeAt = ({ printed_at }: Run): string => formatInstant(new Date(printed_at))

const mostNamed = 3
const roomsText = ({ room_ids }: Run, names: ReadonlyMap<number, string>): string =>
  room_ids.length > mostNamed ? '' : `（${room_ids.flatMap(id => names.get(id) ?? []).join('・')}）`

/** Names the letter and how many dwellings it is about; what was printed before counts again. */
const questionOf = (kind: SheetKind, run: Run): Question => {
  const { room_ids, alone } = run
  const covered = room_ids.length - alone
  const letter = sheetKindLabels[kind]
  return {
    title:
      alone === 0
        ? `${madeAt(run)}に作成した${letter}（${room_ids.length}戸）を取り消しますか？`
        : `${alone}戸の${letter}を未配布に戻しますか？`,
    ...(covered === 0 ? {} : { text: `${covered}戸は、その前に作成した${letter}があるため、配布済みのままです。` }),
  }
}
