import { type BookChoices, bookSectionLabels, type BookSection, offeredSections } from '@toguchi/domain/completion-books/sections'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApiMutation } from '../platform/api/api.ts'
import { Alert } from '../ui/Alert.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { LeaveGuard } from '../ui/dialog/LeaveGuard.tsx'
import { CheckLabel, Help } from '../ui/form/FieldParts.ts'
import { Actions, Stack, Subhead } from '../ui/layout/Layout.ts'
import { Section } from '../ui/layout/Section.tsx'
import { SortableList } from '../ui/table/SortableList.tsx'
import styles from './BookForm.module.css'
import { type Book, bookReads, isSame, offeredOf, readingOf } from './book-reads.ts'

interface Props {
  constructionId: number
  book: Book
  choices: BookChoices
  choose: (choices: BookChoices) => void
}

/** What the book holds, and in which order. */
export const BookForm = ({ constructionId, book, choices, choose }: Props) => {
  // A part that is taken out stays where it stood, for as long as the page is open.
  const [order, setOrder] = useState(() => offeredSections(choices.sections))
  const save = useApiMutation('PATCH /api/constructions/:construction_id/completion_book', { invalidates: bookReads })
  const chosen = new Set(choices.sections)
  const unread = book.attachments.flatMap(attachment => (attachment.unread ? [attachment.key] : []))
  const { isFetching: isReading } = useQuery(readingOf(constructionId, unread))
  const added = book.attachments.filter(attachment => attachment.added).length
  const sectionsIn = (sections: readonly BookSection[], held: ReadonlySet<BookSection>) => sections.filter(section => held.has(section))
  const move = (from: number, to: number) => {
    const section = order[from]
    if (section === undefined || to < 0 || to >= order.length) return
    const next = order.toSpliced(from, 1).toSpliced(to, 0, section)
    setOrder(next)
    choose({ ...choices, sections: sectionsIn(next, chosen) })
  }
  const hold = (section: BookSection, held: boolean) =>
    choose({ ...choices, sections: sectionsIn(order, new Set(held ? [...chosen, section] : [...chosen].filter(each => each !== section))) })
  const leaveOut = (key: string, out: boolean) =>
    choose({ ...choices, left_out: out ? [...choices.left_out, key] : choices.left_out.filter(each => each !== key) })
  return (
    <Section title="載せる内容と順番" name="book_sections">
      <Stack>
        <SortableList
          label="載せる内容"
          rows={order}
          rowKey={section => section}
          name={section => bookSectionLabels[section]}
          onMove={move}
        >
          {(section, at) => (
            <div className={styles.row}>
              <CheckLabel>
                <input type="checkbox" checked={chosen.has(section)} onChange={event => hold(section, event.target.checked)} />
                {bookSectionLabels[section]}
              </CheckLabel>
              {book.empty_sections.includes(section) ? <Badge tone="neutral">対象なし</Badge> : null}
              <span className={styles.moves}>
                <IconButton
                  icon="chevron_up"
                  label={`${bookSectionLabels[section]}を上へ`}
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                />
                <IconButton
                  icon="chevron_down"
                  label={`${bookSectionLabels[section]}を下へ`}
                  disabled={at === order.length - 1}
                  onClick={() => move(at, at + 1)}
                />
              </span>
            </div>
          )}
        </SortableList>
        <CheckLabel>
          <input
            type="checkbox"
            checked={choices.with_names}
            onChange={event => choose({ ...choices, with_names: event.target.checked })}
          />
          氏名・サイン・電話番号を載せる
        </CheckLabel>
        <Help>載せない場合は部屋番号だけが載ります。管理組合へお渡しする控えは、載せないことをおすすめします。</Help>
        <Help>
          写真は、最後に作成した「工事写真台帳」の並べ方・枚数・番号で載り、台帳から外した写真は「各部屋の工事写真」と「共用部写真」に載りません。完了報告書の写真は変わりません。
        </Help>
        {book.attachments.length === 0 ? null : (
          <>
            <Subhead>綴じる添付資料</Subhead>
            {added === 0 ? null : <Alert as="p">新しい資料が{added}件あります。載せる場合は選択してください。</Alert>}
            {book.attachments.map(({ key, title, pages, why_not, unread: isUnread, added: isNew }) => (
              <CheckLabel key={key}>
                <input type="checkbox" checked={!choices.left_out.includes(key)} onChange={event => leaveOut(key, !event.target.checked)} />
                {title}
                {isNew ? <Badge tone="amber">新規</Badge> : null}
                {isUnread && isReading ? <small>ページ数を確認しています…</small> : null}
                {why_not === null ? pages === null ? null : <small>{pages}ページ</small> : <Badge tone="amber">別添：{why_not}</Badge>}
              </CheckLabel>
            ))}
          </>
        )}
        <Actions>
          <Button
            reason={
              isSame(choices, book.choices) && added === 0
                ? '変更はありません'
                : choices.sections.length === 0
                  ? '1つ以上選択してください'
                  : null
            }
            disabled={save.isPending}
            onClick={() =>
              save.mutate({
                params: { construction_id: constructionId },
                body: { completion_book: { ...choices, offered: offeredOf(book) } },
              })
            }
          >
            内容を保存
          </Button>
        </Actions>
      </Stack>
      <LeaveGuard watching={!isSame(choices, book.choices)} />
    </Section>
  )
}
