import type { SpreadsheetPreview } from '@toguchi/domain/spreadsheets/contract'
import { Select } from '../ui/form/Control.ts'
import { Help } from '../ui/form/FieldParts.ts'
import styles from './ColumnChoice.module.css'

/** What columns of the file were said to be, by their places: a key of ours, or an empty one for none. */
export type ChosenColumns = ReadonlyMap<number, string>

/** As the server takes it. */
export const writeChosen = (chosen: ChosenColumns): string => [...chosen].map(([at, key]) => `${at}:${key}`).join(',')

type FileColumn = SpreadsheetPreview['file_columns'][number]

/** The columns of another company's list, each with what it is read as: said by hand where the heading does not say it (field-use O9). */
export const ColumnChoice = ({
  preview: { file_columns, several_columns, missing_headings, columns },
  onChoose,
}: {
  preview: SpreadsheetPreview
  onChoose: (at: number, key: string) => void
}) => {
  const shared = (key: string | null) => key !== null && file_columns.filter(column => column.key === key).length > 1
  // A column that bears our own heading asks nothing, unless another claims its place.
  const asked = file_columns.filter(({ own, key }) => !own || shared(key))
  if (asked.length === 0) return null
  return (
    <section className={styles.columns} aria-label="列の読み方">
      <h3>列の読み方</h3>
      <Help>見出しがちがう列は、どの項目として取り込むかを選べます。選ぶと、内容を読み直します。</Help>
      {missing_headings.map(heading => (
        <p key={heading} className={styles.question} role="alert">
          「{heading}」の列が見つかりません。どの列が{heading}か選んでください。
        </p>
      ))}
      {several_columns.map(several => (
        <p key={several.heading} className={styles.question}>
          {sentenceOf(several)}
        </p>
      ))}
      <ul className={styles.list}>
        {asked.map(column => (
          <li key={column.at}>
            <Chooser column={column} fields={columns} onChoose={key => onChoose(column.at, key)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const sentenceOf = ({ heading, typed, taken }: SpreadsheetPreview['several_columns'][number]): string => {
  const names = typed.map(name => `「${name}」`)
  return taken
    ? `${heading}には、${names.join('→')}の順に見て、先に入力されているものを取り込みます。1つだけにするときは、ほかの列を「取り込まない」にしてください。`
    : `${heading}にあたる列が${typed.length}つあります（${names.join('')}）。取り込む列を選んでください。`
}

const Chooser = ({
  column: { heading, sample, key },
  fields,
  onChoose,
}: {
  column: FileColumn
  fields: SpreadsheetPreview['columns']
  onChoose: (key: string) => void
}) => (
  <label className={styles.choice}>
    <span className={styles.heading}>
      {heading}
      {sample === '' ? null : <small>例：{sample}</small>}
    </span>
    <Select value={key ?? ''} data-taken={key !== null} onChange={event => onChoose(event.target.value)}>
      <option value="">取り込まない</option>
      {fields.map(field => (
        <option key={field.key} value={field.key}>
          {field.heading}
        </option>
      ))}
    </Select>
  </label>
)
