import { formatInstant } from '@toguchi/domain/calendar/day'
import type { BookChoices } from '@toguchi/domain/completion-books/sections'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { invalidate, queryClient, useApiMutation } from '../platform/api/api.ts'
import { Button } from '../ui/Button.tsx'
import { useFocusAlong } from '../ui/files/focus-along.ts'
import { ErrorText, Help } from '../ui/form/FieldParts.ts'
import { Actions, Stack } from '../ui/layout/Layout.ts'
import { Section } from '../ui/layout/Section.tsx'
import styles from './BookMaking.module.css'
import { type Book, bookReads, type Edition, isUnderWay, makingOf, offeredOf } from './book-reads.ts'

interface Props {
  constructionId: number
  book: Book
  choices: BookChoices
  mayMake: boolean
  /** Null while its pages are shown. */
  onPreview: (() => void) | null
  /** A book is being made: its edition will stand where the pages are shown. */
  onBegun: () => void
}

/** Milliseconds between two looks at a book under way, and between two while nobody is known to make one. */
const interval = 1_000
const seldom = 20_000

/** The making of a book: how far it is, whoever asked for it, and the buttons that begin one. */
export const BookMaking = ({ constructionId, book, choices, mayMake, onPreview, onBegun }: Props) => {
  const { data } = useQuery({
    ...makingOf(constructionId),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.making) ? interval : seldom),
  })
  const making = data === undefined ? book.making : data.making
  const made = useNewEdition(making?.job_id ?? null, making?.state ?? null)
  const focus = useFocusAlong()
  const make = useApiMutation('POST /api/constructions/:construction_id/completion_book', {
    invalidates: [],
    onSuccess: async answer => {
      const { queryKey } = makingOf(constructionId)
      // A look that began before would answer that nothing is being made.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, { making: answer.making })
      onBegun()
    },
    onError: () => invalidate(['GET /api/constructions/:construction_id/completion_book/making']),
  })
  const ask = (interim: boolean) => {
    // Not by a button that goes grey: that would drop the focus where nothing comes of it.
    if (make.isPending) return
    focus.begin()
    make.mutate({ params: { construction_id: constructionId }, body: { ...choices, offered: offeredOf(book), interim } })
  }
  const why = !mayMake ? '完成図書は社内スタッフが作成します' : choices.sections.length === 0 ? '載せる内容を選択してください' : null
  const whyOpen =
    book.rooms === 0 ? '部屋が登録されていません' : book.ready ? null : `完了確定していない部屋があります（${book.open_rooms}件）`
  const newest = book.editions[0]
  return (
    <Section title="作成" name="book_making">
      <Stack role="group" aria-label="完成図書の作成">
        {making !== null && isUnderWay(making) ? (
          <div className={styles.job} role="status" data-testid="book-progress" {...focus.target}>
            <span>
              作成中 {making.total > 0 ? `${Math.floor((making.done / making.total) * 100)}%` : '…'}
              <small>
                {making.asked_by ?? '社内スタッフ'}　{formatInstant(new Date(making.asked_at))} 開始
              </small>
            </span>
            <progress aria-label="作成の進み具合" {...(making.total > 0 ? { value: making.done, max: making.total } : {})} />
            <small>画面を離れても続きます</small>
          </div>
        ) : (
          <>
            {making?.state === 'failed' ? (
              <ErrorText role="alert" {...focus.target}>
                {making.error ?? '作成できませんでした。もう一度お試しください。'}
              </ErrorText>
            ) : null}
            {mayMake && made !== null && made === making?.job_id && making.state === 'done' && newest !== undefined ? (
              <Made edition={newest} target={focus.target} />
            ) : null}
            <Actions>
              <Button kind="primary" icon="book" reason={why ?? whyOpen} onClick={() => ask(false)}>
                完成図書を作成
              </Button>
              {book.ready ? null : (
                <Button reason={why} onClick={() => ask(true)}>
                  途中版を作成
                </Button>
              )}
              {mayMake && onPreview !== null ? (
                <Button icon="eye" reason={why} onClick={onPreview}>
                  仕上がりを見る
                </Button>
              ) : null}
            </Actions>
          </>
        )}
        <Help>
          すべての部屋が完了確定すると作成できます。途中版には、各ページに「途中版」と日付が入り、確認書・引渡書・受領書は載りません。500ページまたは150MBを超えるときは分冊になります。
        </Help>
      </Stack>
    </Section>
  )
}

/** Said once a book that was waited for here is ready. */
const Made = ({ edition: { number, volumes }, target }: { edition: Edition; target: ComponentProps<'div'> }) => (
  <div className={styles.made} role="status" {...target}>
    <span>第{number}版を作成しました。</span>
    {volumes.map(({ url, file_name }, at) => (
      <a key={file_name} href={url} target="_blank" rel="noreferrer">
        {volumes.length > 1 ? `第${at + 1}分冊を開く` : 'PDFを開く'}
      </a>
    ))}
  </div>
)

/** When a book that was seen under way has ended, its edition is fetched; nothing but the server knows when that is. Answers its job after that. */
const useNewEdition = (jobId: number | null, state: string | null): number | null => {
  const seen = useRef<number | null>(null)
  const [made, setMade] = useState<number | null>(null)
  useEffect(() => {
    if (state === 'waiting' || state === 'running') seen.current = jobId
    else if (seen.current !== null && seen.current === jobId) {
      seen.current = null
      void invalidate(bookReads).then(() => setMade(jobId))
    }
  }, [jobId, state])
  return made
}
