import { send } from '../platform/api.ts'
import { Section } from '../ui/Section.tsx'
import { DocumentJobButton } from './DocumentJobButton.tsx'

interface Props {
  construction_id: number
  /** Nothing can be printed without rooms. */
  rooms: number
}

const sheets = [
  { kind: 'information', label: '案内状を印刷' },
  { kind: 'reminder', label: '再案内を印刷（未回答のみ）' },
  { kind: 'decision', label: '決定案内を印刷' },
] as const

/** Everything that goes up on the board and into the mailboxes, made by the server in posting order (D-04, feature 8). */
export const ConstructionPaper = ({ construction_id, rooms }: Props) => {
  const params = { construction_id }
  const reason = rooms === 0 ? '部屋が登録されていません' : null
  return (
    <Section title="掲示・配布物" name="paper">
      <div className="k-actions">
        {sheets.map(({ kind, label }) => (
          <DocumentJobButton
            key={kind}
            name={`distribution_sheets/${construction_id}/${kind}`}
            label={label}
            reason={reason}
            start={() => send('POST /api/constructions/:construction_id/distribution_sheets', { params, body: { kind } })}
          />
        ))}
        <DocumentJobButton
          name={`poster/${construction_id}`}
          label="掲示用ポスター"
          start={() => send('POST /api/constructions/:construction_id/poster', { params })}
        />
      </div>
      <p className="k-help">
        A4、投函順（棟→階→部屋）に、1住戸1枚で作成します。案内状には現在の認証コードが印刷されます。ポスターに個人情報は載りません。
      </p>
    </Section>
  )
}
