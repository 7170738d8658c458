import type { SheetKind } from '@toguchi/domain/rooms/sheet-kind'
import { Suspense, useState } from 'react'
import { send } from '../platform/api/api.ts'
import { paths } from '../site/paths.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { DocumentJobButton } from './DocumentJobButton.tsx'
import { SheetsModal } from './sheets/sheets.ts'
import { sheetTitles } from './sheets/sheet-titles.ts'
import { Actions } from '../ui/layout/Layout.ts'
import { Help } from '../ui/form/FieldParts.ts'

interface Props {
  construction_id: number
  /** Nothing can be printed without rooms. */
  rooms: number
}

const kinds = ['information', 'reminder', 'decision'] as const

/** Everything that goes up on the board and into the mailboxes, made by the server in posting order (D-04, feature 8). */
export const ConstructionPaper = ({ construction_id, rooms }: Props) => {
  const params = { construction_id }
  const [kind, setKind] = useState<SheetKind | null>(null)
  const reason = rooms === 0 ? '部屋が登録されていません' : null
  return (
    <Section title="掲示・配布物" name="paper">
      <Actions>
        {kinds.map(each => (
          <Button key={each} reason={reason} onClick={() => setKind(each)}>
            {sheetTitles[each]}
          </Button>
        ))}
        <DocumentJobButton
          name={`poster/${construction_id}`}
          label="掲示用ポスター"
          start={() => send('POST /api/constructions/:construction_id/poster', { params })}
        />
        <ButtonLink to={paths.construction_letter_texts(construction_id, 'information')} icon="edit">
          書面の文章
        </ButtonLink>
      </Actions>
      <Help>
        A4、投函順（棟→階→部屋）に、1住戸1枚で作成します。案内状には現在の認証コードが印刷されます。ポスターに個人情報は載りません。
      </Help>
      {kind === null ? null : (
        <Suspense>
          <SheetsModal construction_id={construction_id} kind={kind} onClose={() => setKind(null)} />
        </Suspense>
      )}
    </Section>
  )
}
