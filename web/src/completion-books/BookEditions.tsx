import { formatInstant } from '@toguchi/domain/calendar/day'
import { useState } from 'react'
import { useApiMutation } from '../platform/api/api.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button, ButtonAnchor } from '../ui/Button.tsx'
import { useConfirm } from '../ui/dialog/ConfirmDialog.tsx'
import { Icon } from '../ui/icons/Icon.tsx'
import { EmptyState } from '../ui/layout/EmptyState.tsx'
import { Section } from '../ui/layout/Section.tsx'
import styles from './BookEditions.module.css'
import { type Book, type BookLink, bookReads, type Edition } from './book-reads.ts'
import { ShareModal } from './ShareModal.tsx'
import { sizeText } from './size-text.ts'

interface Props {
  constructionId: number
  book: Book
  mayShare: boolean
}

/** Every edition that was made, the newest first, with its volumes and whom it was opened to. */
export const BookEditions = ({ constructionId, book, mayShare }: Props) => {
  const { editions } = book
  const [shared, share] = useState<Edition | null>(null)
  // A copy made on the way is never the newest of what is handed over.
  const newest = editions.find(({ interim }) => !interim)
  return (
    <Section title="作成した完成図書" name="book_editions">
      {editions.length === 0 ? (
        <EmptyState title="完成図書はまだありません。" text="作成すると、版ごとにここに並びます。" />
      ) : (
        <ol className={styles.editions}>
          {editions.map((edition, at) => (
            <li key={edition.id}>
              <p className={styles.head}>
                <strong>第{edition.number}版</strong>
                {edition === newest ? <Badge tone="green">最新</Badge> : null}
                {edition.interim ? <Badge tone="amber">途中版</Badge> : null}
                <Badge tone="neutral">{edition.with_names ? '氏名あり' : '氏名なし'}</Badge>
              </p>
              <p className={styles.about}>
                {formatInstant(new Date(edition.made_at))} 作成　{edition.made_by ?? ''}　{edition.pages.toLocaleString('ja-JP')}ページ
              </p>
              {book.changed_since && at === 0 ? (
                <p className={styles.changed}>この版のあとに変わったものがあります。{howToRenew(book)}</p>
              ) : null}
              <div className={styles.volumes}>
                {edition.volumes.map(({ url, pages, byte_size, file_name }, volume) => (
                  <ButtonAnchor key={file_name} href={url}>
                    <Icon name="download" size={16} />
                    {edition.volumes.length > 1 ? `第${volume + 1}分冊を開く` : 'PDFを開く'}（{pages.toLocaleString('ja-JP')}ページ・
                    {sizeText(byte_size)}）
                  </ButtonAnchor>
                ))}
              </div>
              {edition.notes.length === 0 ? null : (
                <ul className={styles.notes}>
                  {edition.notes.map(note => (
                    <li key={note}>{note}</li>
                  ))}
                </ul>
              )}
              {mayShare ? (
                <>
                  <Links constructionId={constructionId} links={edition.links} />
                  <Button size="small" onClick={() => share(edition)}>
                    閲覧用リンクを作成
                  </Button>
                </>
              ) : null}
            </li>
          ))}
        </ol>
      )}
      {shared === null ? null : <ShareModal constructionId={constructionId} edition={shared} onClose={() => share(null)} />}
    </Section>
  )
}

/** What can be done about an edition that is old: a room that was opened again keeps all but interim copies from being made. */
const howToRenew = ({ ready, open_rooms }: Book): string =>
  ready
    ? 'もう一度作成すると、新しい版に反映されます。'
    : `完了確定していない部屋（${open_rooms}件）があるため、今作成できるのは途中版だけです。すべて完了確定すると、新しい版を作成できます。`

const stateOf = (link: BookLink): string =>
  link.withdrawn_at === null ? (link.good ? `${formatInstant(new Date(link.expires_at))}まで` : '期限切れ') : '取り消し済み'

const aboutLink = (link: BookLink): string =>
  [
    '閲覧用リンク',
    stateOf(link),
    `${link.created_by ?? ''}が${formatInstant(new Date(link.created_at))}に作成`,
    link.last_opened_at === null ? '未閲覧' : `${link.opened}回閲覧（最終 ${formatInstant(new Date(link.last_opened_at))}）`,
  ].join('　')

const Links = ({ constructionId, links }: { constructionId: number; links: readonly BookLink[] }) => {
  const [dialog, ask] = useConfirm()
  const withdraw = useApiMutation('DELETE /api/constructions/:construction_id/completion_book/links/:id', { invalidates: bookReads })
  if (links.length === 0) return null
  return (
    <ul className={styles.links}>
      {links.map(link => (
        <li key={link.id}>
          <span>{aboutLink(link)}</span>
          {link.good ? (
            <Button
              size="small"
              kind="quiet"
              onClick={async () => {
                if (
                  await ask({
                    title: '閲覧用リンクを取り消しますか',
                    text: 'このリンクでは開けなくなります。直前に開かれたPDFは、10分ほど見られることがあります。',
                    confirm: '取り消す',
                    danger: true,
                  })
                )
                  withdraw.mutate({ params: { construction_id: constructionId, id: link.id } })
              }}
            >
              取り消す
            </Button>
          ) : null}
        </li>
      ))}
      {dialog}
    </ul>
  )
}
