import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { sheetsOf, SheetsModal } from '../documents/documents.tsx'
import { paths } from '../site/paths.ts'
import { Button } from '../ui/Button.tsx'
import { Help } from '../ui/form/FieldParts.ts'
import { Section } from '../ui/layout/Section.tsx'
import styles from './MessagesPage.module.css'

/** The dwellings whose date is told on paper, as no message reaches them, and their letters (decision 091); nothing where there is none. */
export const PaperList = ({ constructionId }: { constructionId: number }) => {
  const { data } = useQuery({ ...sheetsOf(constructionId), staleTime: 0 })
  const [printing, setPrinting] = useState(false)
  const rooms = data?.sheets.find(({ kind }) => kind === 'information')?.rooms.filter(({ on_paper }) => on_paper) ?? []
  if (rooms.length === 0) return null
  return (
    <Section
      title={`紙でお知らせする住戸　${rooms.length}戸`}
      name="paper-list"
      actions={
        <Button icon="print" onClick={() => setPrinting(true)}>
          案内状を印刷
        </Button>
      }
    >
      <Help>直近14日に工事日が変わったか決まり、紙でお知らせする住戸です。新しい日時の案内状を配布してください。</Help>
      <ul className={styles.paperList}>
        {rooms.map(({ id, name }) => (
          <li key={id}>
            <Link to={paths.room(constructionId, id)}>{name}</Link>
          </li>
        ))}
      </ul>
      <Suspense>
        {printing ? <SheetsModal construction_id={constructionId} kind="information" onPaper onClose={() => setPrinting(false)} /> : null}
      </Suspense>
    </Section>
  )
}
