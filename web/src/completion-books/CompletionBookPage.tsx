import { canMakeCompletionBooks } from '@toguchi/domain/completion-books/policy'
import type { BookChoices } from '@toguchi/domain/completion-books/sections'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { q, queryClient } from '../platform/api/api.ts'
import { linkRenewal } from '../platform/link-renewal.ts'
import { usePageTitle } from '../platform/page-title.ts'
import { useActor } from '../platform/session/actor.ts'
import { PageHead } from '../ui/layout/PageHead.tsx'
import { BookEditions } from './BookEditions.tsx'
import { BookForm } from './BookForm.tsx'
import { BookMaking } from './BookMaking.tsx'
import { bookOf, leavingOutAdded, offeredOf } from './book-reads.ts'
import { BookMissing } from './BookMissing.tsx'
import { BookPreview } from './BookPreview.tsx'
import styles from './CompletionBookPage.module.css'

const constructionOf = (id: number) => q('GET /api/constructions/:id', { params: { id } })

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = Number(params.construction_id)
  return Promise.all([queryClient.ensureQueryData(constructionOf(id)), queryClient.ensureQueryData(bookOf(id))])
}

/** 完成図書: what the book holds, what is missing for it, the making of it, and its editions. */
export const CompletionBookPage = () => {
  const id = Number(useParams().construction_id)
  const construction = useQuery(constructionOf(id)).data?.construction
  const book = useQuery({ ...bookOf(id), refetchInterval: linkRenewal }).data
  const mayMake = canMakeCompletionBooks(useActor())
  const [draft, setDraft] = useState(() => (book === undefined ? null : { choices: book.choices, offered: offeredOf(book) }))
  const [isPreviewed, setPreviewed] = useState(false)
  usePageTitle(construction === undefined ? null : `${construction.building_name} 完成図書`)
  if (construction === undefined || book === undefined) return null
  const choices = draft === null ? book.choices : leavingOutAdded(book, draft)
  const choose = (next: BookChoices) => setDraft({ choices: next, offered: offeredOf(book) })
  return (
    <>
      <PageHead title="完成図書" note={`${construction.building_name}　${construction.name ?? ''}`} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <BookMaking
            constructionId={id}
            book={book}
            choices={choices}
            mayMake={mayMake}
            onPreview={isPreviewed ? null : () => setPreviewed(true)}
            onBegun={() => setPreviewed(false)}
          />
          {isPreviewed ? (
            <BookPreview constructionId={id} book={book} choices={choices} onClose={() => setPreviewed(false)} />
          ) : (
            <>
              <BookMissing constructionId={id} missing={book.missing} />
              <BookEditions constructionId={id} book={book} mayShare={mayMake} />
            </>
          )}
        </div>
        <div className={styles.side}>{mayMake ? <BookForm constructionId={id} book={book} choices={choices} choose={choose} /> : null}</div>
      </div>
    </>
  )
}
