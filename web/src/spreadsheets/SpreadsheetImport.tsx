import type { SpreadsheetPreview } from '@toguchi/domain/spreadsheets/contract'
import { mostMegabytes, mostRows, type SpreadsheetKind, spreadsheetNouns } from '@toguchi/domain/spreadsheets/labels'
import { canComposeRooms } from '@toguchi/domain/rooms/policy'
import { useRef, useState } from 'react'
import { ApiError, queryClient, send } from '../platform/api/api.ts'
import { download } from '../platform/api/download.ts'
import { useActor } from '../platform/session/actor.ts'
import { newUuid } from '../platform/new-uuid.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { useConfirm } from '../ui/dialog/ConfirmDialog.tsx'
import { FileDrop } from '../ui/files/FileDrop.tsx'
import { Icon } from '../ui/icons/Icon.tsx'
import { LeaveGuard } from '../ui/dialog/LeaveGuard.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { ColumnChoice, type ChosenColumns, writeChosen } from './ColumnChoice.tsx'
import { PreviewTable } from './PreviewTable.tsx'
import { sending } from './sending.ts'
import { Help } from '../ui/form/FieldParts.ts'
import styles from './SpreadsheetImport.module.css'

interface Props {
  kind: SpreadsheetKind
  /** Of rooms and residents. */
  constructionId?: number
  /** The list, for afterwards. */
  back: string
}

interface Looked {
  file: File
  preview: SpreadsheetPreview
  /** Numbers of rows that are not ticked. */
  excluded: ReadonlySet<number>
  /** Those among them that the preview was made without. */
  without: string
  /** Rooms that are not there yet come with their residents. */
  withRooms: boolean
  /** What its columns were said to be. */
  chosen: ChosenColumns
}

/** How a file is to be looked at. */
interface Asked {
  leftOut: readonly number[]
  withRooms: boolean
  chosen: ChosenColumns
}
const asFound: Asked = { leftOut: [], withRooms: false, chosen: new Map() }

/** The steps of an import: what was looked at, what was refused, what was taken in. */
const useSpreadsheetImport = ({ kind, constructionId }: Pick<Props, 'kind' | 'constructionId'>) => {
  const [errors, setErrors] = useState<readonly string[]>([])
  const [looked, setLooked] = useState<Looked | null>(null)
  /** Why there is a new preview although nobody asked for one. */
  const [whyAgain, setWhyAgain] = useState<readonly string[]>([])
  const [done, setDone] = useState<SpreadsheetPreview['counts'] | null>(null)
  const [dialog, ask] = useConfirm()
  const call = { params: { kind }, query: constructionId === undefined ? {} : { construction_id: constructionId } }

  /** What was asked for last: whoever chooses two columns before the first answer is there means both, and an older answer is none. */
  const latest = useRef(asFound)

  const look = async (file: File, how = asFound) => {
    const asked = { ...how }
    const { leftOut, withRooms, chosen } = asked
    latest.current = asked
    setErrors([])
    setDone(null)
    setWhyAgain([])
    try {
      // Kept as bytes: a file that Excel saves again meanwhile could not be sent a second time.
      const kept = new File([await file.arrayBuffer()], file.name, { type: file.type })
      const progress = newUuid()
      const { preview } = await send(
        'POST /api/spreadsheets/:kind/rehearsal',
        {
          ...call,
          body: { spreadsheet: { excluded: leftOut.join(','), columns: writeChosen(chosen), with_rooms: withRooms, progress } },
          files: { 'spreadsheet[file]': kept },
        },
        sending(kind, progress, 'look'),
      )
      if (latest.current !== asked) return
      setLooked({
        file: kept,
        preview,
        excluded: new Set([...leftOut, ...refusedIn(preview)]),
        without: leftOut.join(','),
        withRooms,
        chosen,
      })
    } catch (error) {
      if (latest.current !== asked) return
      setLooked(null)
      setErrors(error instanceof ApiError ? error.fullMessages : ['ファイルを読み取れませんでした。もう一度選択してください。'])
    }
  }
  const lookAgain = ({ file, excluded, withRooms, chosen }: Looked, preview: SpreadsheetPreview) => {
    const again = { file, preview, excluded: new Set([...excluded, ...refusedIn(preview)]) }
    setLooked({ ...again, without: leftOutOf(again).join(','), withRooms, chosen })
  }
  const lookWithRooms = async (looked: Looked) => {
    if (await ask(roomsQuestion(looked.preview.missing_rooms))) await look(looked.file, { ...askedOf(looked), withRooms: true })
  }
  const chooseColumn = (looked: Looked, at: number, key: string) =>
    look(looked.file, { ...askedOf(looked), chosen: new Map([...latest.current.chosen, [at, key]]) })
  const store = async (looked: Looked) => {
    const { file, preview, excluded, withRooms, chosen } = looked
    if (!(await ask(storeQuestion(spreadsheetNouns[kind], tally(preview, excluded))))) return
    try {
      const progress = newUuid()
      const { counts } = await send(
        'POST /api/spreadsheets/:kind',
        {
          ...call,
          body: {
            spreadsheet: {
              digest: preview.digest,
              excluded: [...excluded].join(','),
              columns: writeChosen(chosen),
              with_rooms: withRooms,
              progress,
            },
          },
          files: { 'spreadsheet[file]': file },
        },
        sending(kind, progress, 'store'),
      )
      setLooked(null)
      setDone(counts)
      await queryClient.invalidateQueries()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const fresh = previewOf(error)
      if (fresh === null) setErrors(error.fullMessages)
      else {
        setWhyAgain(error.fullMessages)
        lookAgain(looked, fresh)
      }
      scrollTo({ top: 0 })
    }
  }
  return {
    errors,
    looked,
    whyAgain,
    done,
    dialog,
    look,
    lookWithRooms,
    chooseColumn,
    store,
    exclude: (excluded: ReadonlySet<number>) => looked !== null && setLooked({ ...looked, excluded }),
    giveUp: () => setLooked(null),
    downloadTemplate: () => void download('GET /api/spreadsheets/:kind/template', call, making).catch(() => undefined),
    downloadMarked: ({ file, chosen }: Looked) =>
      void download(
        'POST /api/spreadsheets/:kind/marked',
        { ...call, body: { spreadsheet: { columns: writeChosen(chosen) } }, files: { 'spreadsheet[file]': file } },
        making,
      ).catch(() => undefined),
  }
}

type SpreadsheetImporting = ReturnType<typeof useSpreadsheetImport>

const making = { message: 'ファイルを作成しています…' }

/** So many rooms are named; the rest is counted. */
const mostNamed = 20

const roomsQuestion = (rooms: readonly string[]) => ({
  title: `${rooms.length}室を部屋構成に追加して確認し直しますか？`,
  text: (
    <>
      <p>
        {rooms.slice(0, mostNamed).join('・')}
        {rooms.length > mostNamed ? ` ほか${rooms.length - mostNamed}室` : ''}
      </p>
      <Help>部屋番号が正しいか確かめてください。ここではまだ追加されません。取り込むときに、居住者と一緒に追加されます。</Help>
    </>
  ),
  confirm: `${rooms.length}室を追加して確認する`,
})

const storeQuestion = (noun: string, { created, changed, left, rooms }: ReturnType<typeof tally>) => ({
  title: `${noun}を取り込みますか？`,
  text: (
    <>
      <p>
        追加 {created}件、変更 {changed}件を取り込みます。
        {left > 0 ? `選択していない${left}行は取り込まれません。` : ''}
      </p>
      {rooms > 0 ? <p>部屋構成に {rooms}室を追加します。</p> : null}
      <Help>すべての行が取り込まれるか、1行も取り込まれないかのどちらかです。</Help>
    </>
  ),
  confirm: `${created + changed}件を取り込む`,
})

/** From a file to rows, for every list: choose, look, confirm, done. Nothing is written before it was looked at. */
export const SpreadsheetImport = ({ kind, constructionId, back }: Props) => {
  const importing = useSpreadsheetImport({ kind, ...(constructionId === undefined ? {} : { constructionId }) })
  const { looked, done } = importing
  return (
    <>
      {importing.dialog}
      <LeaveGuard
        watching={looked !== null}
        title="取り込みが終わっていません"
        text="このページを離れると、確認した内容は取り込まれません。"
        leave="取り込まずに離れる"
      />
      {done === null ? null : <Done counts={done} back={back} noun={spreadsheetNouns[kind]} />}
      <ChooseFile importing={importing} />
      {looked === null ? null : <Preview looked={looked} importing={importing} />}
    </>
  )
}

const ChooseFile = ({ importing: { looked, done, errors, look, downloadTemplate } }: { importing: SpreadsheetImporting }) => (
  <Section
    title={looked === null ? (done === null ? '1. ファイルを選ぶ' : 'ほかのファイルを取り込む') : '1. ファイル'}
    actions={
      <Button size="small" icon="download" onClick={downloadTemplate}>
        テンプレート
      </Button>
    }
  >
    <FileDrop
      label={looked === null ? 'Excel（.xlsx）またはCSVファイルを選択、またはここにドロップ' : '別のファイルを選択、またはここにドロップ'}
      files={[]}
      accept=".xlsx,.xlsm,.xls,.csv,.txt,.tsv"
      limit={mostMegabytes}
      name="spreadsheet[file]"
      errors={errors}
      onChange={([file]) => {
        if (file !== undefined) void look(file)
      }}
    />
    <Help className={styles.help}>
      {mostRows.toLocaleString('ja-JP')}行・{mostMegabytes}
      MBまで。CSVはUTF-8とShift_JISに対応しています。見出しの順番は自由です。取り込みでデータが削除されることはありません。
    </Help>
  </Section>
)

const Preview = ({ looked, importing }: { looked: Looked; importing: SpreadsheetImporting }) => {
  const { preview, excluded, without } = looked
  const { created, changed } = tally(preview, excluded)
  return (
    <Section
      title="2. 内容を確認する"
      actions={
        preview.counts.refused === 0 ? null : (
          <Button size="small" icon="download" onClick={() => importing.downloadMarked(looked)}>
            エラー付きファイル
          </Button>
        )
      }
    >
      {importing.whyAgain.length === 0 ? null : (
        <p className={styles.notice} role="alert">
          {importing.whyAgain.join('')}
        </p>
      )}
      <p className={styles.file}>
        <Icon name="file" size={16} /> {preview.file_name}
        {preview.missing_headings.length > 0 ? null : `（${preview.rows.length.toLocaleString('ja-JP')}行）`}
      </p>
      {preview.ignored_headings.length === 0 ? null : (
        <p className={styles.notice}>次の列は取り込まれません：{preview.ignored_headings.map(heading => `「${heading}」`).join('')}</p>
      )}
      <ColumnChoice preview={preview} onChoose={(at, key) => void importing.chooseColumn(looked, at, key)} />
      <Noted preview={preview} />
      <Missing looked={looked} onAdd={() => void importing.lookWithRooms(looked)} />
      {preview.new_rooms.length === 0 ? null : (
        <p className={styles.notice}>
          取り込むと、部屋構成に{preview.new_rooms.length.toLocaleString('ja-JP')}室を追加します：
          {preview.new_rooms.slice(0, mostNamed).join('・')}
          {preview.new_rooms.length > mostNamed ? ' ほか' : ''}
        </p>
      )}
      {preview.missing_headings.length > 0 ? null : (
        <PreviewTable
          key={`${preview.digest} ${preview.counts.refused} ${without}`}
          preview={preview}
          excluded={excluded}
          onExclude={importing.exclude}
        />
      )}
      <div className={styles.foot}>
        {mayMend(looked) ? (
          <p className={`${styles.notice} ${styles.again}`}>
            選択を外した行が原因のエラーは、確認し直すとなくなります。
            <Button size="small" onClick={() => void importing.look(looked.file, askedOf(looked))}>
              選択した行で確認し直す
            </Button>
          </p>
        ) : null}
        <Button onClick={importing.giveUp}>やめる</Button>
        <Button kind="primary" icon="check" reason={reasonNotToStore(looked)} onClick={() => void importing.store(looked)}>
          {created + changed > 0 ? `選択した${(created + changed).toLocaleString('ja-JP')}件を取り込む` : '取り込む'}
        </Button>
      </div>
    </Section>
  )
}

const reasonNotToStore = ({ preview, excluded }: Looked): string | null => {
  const { created, changed } = tally(preview, excluded)
  if (preview.missing_headings.length > 0) return `${preview.missing_headings.join('・')}の列を選んでください`
  return created + changed > 0 ? null : '取り込む行がありません'
}

/** How many rows say something else than their cells, so that nobody overlooks it among many. */
const Noted = ({ preview: { rows } }: { preview: SpreadsheetPreview }) => {
  const noted = rows.filter(({ notes }) => notes !== undefined)
  const doubtful = noted.filter(({ notes = [] }) => notes.some(note => note.doubtful)).length
  if (noted.length === 0) return null
  return (
    <p className={styles.notice}>
      内容を補った行、読み替えた行が{noted.length.toLocaleString('ja-JP')}行あります{doubtful > 0 ? `（うち要確認 ${doubtful}行）` : ''}
      。「確認」の列をご覧ください。
    </p>
  )
}

/** Rooms that residents are listed of and that are not there: they can come with them. */
const Missing = ({ looked: { preview }, onAdd }: { looked: Looked; onAdd: () => void }) => {
  const count = preview.missing_rooms.length.toLocaleString('ja-JP')
  const mayAdd = canComposeRooms(useActor())
  if (preview.missing_rooms.length === 0 || !mayAdd) return null
  return (
    <p className={`${styles.notice} ${styles.again}`}>
      部屋構成にない部屋が{count}室あります。居住者と一緒に追加できます。
      <Button size="small" icon="plus" onClick={onAdd}>
        {count}室を追加して確認し直す
      </Button>
    </p>
  )
}

const Done = ({
  counts: { created, changed, unchanged },
  back,
  noun,
}: {
  counts: SpreadsheetPreview['counts']
  back: string
  noun: string
}) => (
  <div className={styles.done} role="status">
    <Icon name="check" size={24} />
    <div>
      <strong>取り込みが完了しました。</strong>
      <p>
        追加 {created}件 ／ 変更 {changed}件{unchanged > 0 ? ` ／ 変更なし ${unchanged}件` : ''}
      </p>
    </div>
    <ButtonLink kind="primary" to={back}>
      {noun}一覧を見る
    </ButtonLink>
  </div>
)

const refusedIn = ({ rows }: SpreadsheetPreview): ReadonlySet<number> =>
  new Set(rows.flatMap(({ number, outcome }) => (outcome === 'refused' ? [number] : [])))

/** Rows that could be taken in and were left out by hand, in order. */
const leftOutOf = ({ preview: { rows }, excluded }: Pick<Looked, 'preview' | 'excluded'>): number[] =>
  rows.flatMap(({ number, outcome }) => (outcome !== 'refused' && excluded.has(number) ? [number] : []))

/** How it was looked at, without the rows that are no longer ticked. */
const askedOf = (looked: Looked): Asked => ({ leftOut: leftOutOf(looked), withRooms: looked.withRooms, chosen: looked.chosen })

/** Whether a row may be wrong only because of one that was left out since the preview was made. */
const mayMend = (looked: Looked) => looked.preview.counts.refused > 0 && leftOutOf(looked).join(',') !== looked.without

/** What would be taken in, and how many rows are left out. */
const tally = ({ rows, columns, new_rooms }: SpreadsheetPreview, excluded: ReadonlySet<number>) => {
  const ticked = rows.filter(({ number }) => !excluded.has(number))
  const added = new Set(new_rooms)
  const at = columns.findIndex(({ key }) => key === 'room')
  return {
    rooms: ticked.filter(({ outcome, values }) => outcome === 'created' && added.has(values[at] ?? '')).length,
    created: ticked.filter(({ outcome }) => outcome === 'created').length,
    changed: ticked.filter(({ outcome }) => outcome === 'changed').length,
    left: rows.filter(({ number, outcome }) => outcome !== 'unchanged' && excluded.has(number)).length,
  }
}

/** The new preview of a refusal that says that something changed meanwhile. */
const previewOf = ({ status, answer }: ApiError): SpreadsheetPreview | null =>
  status === 409 && typeof answer === 'object' && answer !== null && 'preview' in answer ? (answer.preview as SpreadsheetPreview) : null
