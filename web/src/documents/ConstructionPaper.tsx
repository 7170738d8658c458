import { formatInstant } from '@toguchi/domain/calendar/day'
import type { SheetKind } from '@toguchi/domain/rooms/sheet-kind'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnswerOf, q, queryClient, send } from '../platform/api.ts'
import { Button } from '../ui/Button.tsx'
import { Modal } from '../ui/Modal.tsx'
import { Section } from '../ui/Section.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { DocumentJobButton } from './DocumentJobButton.tsx'
import './documents.css'

interface Props {
  construction_id: number
  /** Nothing can be printed without rooms. */
  rooms: number
}

const labels: Readonly<Record<SheetKind, string>> = {
  information: '案内状を印刷',
  reminder: '再案内を印刷（未回答のみ）',
  decision: '決定案内を印刷',
}
const kinds = ['information', 'reminder', 'decision'] as const

/** Everything that goes up on the board and into the mailboxes, made by the server in posting order (D-04, feature 8). */
export const ConstructionPaper = ({ construction_id, rooms }: Props) => {
  const params = { construction_id }
  const [kind, setKind] = useState<SheetKind | null>(null)
  const reason = rooms === 0 ? '部屋が登録されていません' : null
  return (
    <Section title="掲示・配布物" name="paper">
      <div className="k-actions">
        {kinds.map(each => (
          <Button key={each} reason={reason} onClick={() => setKind(each)}>
            {labels[each]}
          </Button>
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
      {kind === null ? null : <SheetsModal construction_id={construction_id} kind={kind} onClose={() => setKind(null)} />}
    </Section>
  )
}

type Sheets = AnswerOf<'GET /api/constructions/:construction_id/distribution_sheets'>['sheets'][number]
const sheetsOf = (construction_id: number) =>
  q('GET /api/constructions/:construction_id/distribution_sheets', { params: { construction_id } }, { silent: true })

/** Whose letters are printed: those who have none yet, chosen rooms, or all; and when each was printed last (O3). */
const SheetsModal = ({ construction_id, kind, onClose }: { construction_id: number; kind: SheetKind; onClose: () => void }) => {
  const { data } = useQuery({ ...sheetsOf(construction_id), staleTime: 0 })
  const sheets = data?.sheets.find(each => each.kind === kind)
  return (
    <Modal opened onClose={onClose} title={labels[kind]} width={640}>
      {sheets === undefined ? (
        <Spinner />
      ) : sheets.why_not === null ? (
        <Whose construction_id={construction_id} sheets={sheets} />
      ) : (
        <p>{sheets.why_not}</p>
      )}
    </Modal>
  )
}

type Choice = 'not_distributed' | 'chosen' | 'all'

const Whose = ({ construction_id, sheets: { kind, rooms } }: { construction_id: number; sheets: Sheets }) => {
  const missing = rooms.filter(room => !room.distributed)
  const [choice, setChoice] = useState<Choice>(missing.length > 0 ? 'not_distributed' : 'chosen')
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const counts: Readonly<Record<Choice, number>> = { not_distributed: missing.length, chosen: ids.size, all: rooms.length }
  const choices: readonly { value: Choice; label: string }[] = [
    { value: 'not_distributed', label: `未配布の${missing.length}戸` },
    { value: 'chosen', label: '選んだ部屋' },
    { value: 'all', label: `全戸（${rooms.length}戸）` },
  ]
  const body = {
    kind,
    ...(choice === 'not_distributed' ? { only: 'not_distributed' as const } : choice === 'chosen' ? { room_ids: [...ids] } : {}),
  }
  const toggle = (id: number, on: boolean) => setIds(on ? new Set([...ids, id]) : new Set([...ids].filter(each => each !== id)))
  return (
    <div className="k-stack">
      <fieldset className="k-fieldset paper-choices" aria-label="印刷する部屋">
        {choices.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name="whose"
              checked={choice === value}
              disabled={value === 'not_distributed' && missing.length === 0}
              onChange={() => setChoice(value)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {choice === 'chosen' ? (
        <ul className="paper-rooms" aria-label="部屋">
          {rooms.map(room => (
            <li key={room.id}>
              <label>
                <input type="checkbox" checked={ids.has(room.id)} onChange={event => toggle(room.id, event.currentTarget.checked)} />
                <span>{room.name}</span>
                <small>{room.printed_at === null ? '未印刷' : `${formatInstant(new Date(room.printed_at))} 印刷`}</small>
              </label>
            </li>
          ))}
        </ul>
      ) : null}
      <DocumentJobButton
        // Another choice is another document.
        name={`distribution_sheets/${construction_id}/${kind}/${choice === 'chosen' ? [...ids].toSorted((a, b) => a - b).join('-') : choice}`}
        label={`${counts[choice]}戸分を印刷`}
        reason={counts[choice] === 0 ? '印刷する部屋を選んでください' : null}
        start={async () => {
          const answer = await send('POST /api/constructions/:construction_id/distribution_sheets', {
            params: { construction_id },
            body,
          })
          void queryClient.invalidateQueries({ queryKey: sheetsOf(construction_id).queryKey })
          return answer
        }}
      />
    </div>
  )
}
