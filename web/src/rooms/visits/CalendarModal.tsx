import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { q, useApiMutation } from '../../platform/api/api.ts'
import { Button, ButtonAnchor } from '../../ui/Button.tsx'
import { Input } from '../../ui/form/Control.ts'
import { Help } from '../../ui/form/FieldParts.ts'
import { Modal } from '../../ui/dialog/Modal.tsx'
import { Stack } from '../../ui/layout/Layout.ts'

const feedReads = ['GET /api/calendar_feeds'] as const

/** The visits of the own crews in the calendar of one's telephone, by a link that follows every change (decision 067). */
export const CalendarModal = ({ onClose }: { onClose: () => void }) => {
  const { data } = useQuery(q('GET /api/calendar_feeds', {}))
  const [url, setUrl] = useState<string | null>(null)
  const begin = useApiMutation('POST /api/calendar_feeds', { invalidates: feedReads, onSuccess: answer => setUrl(answer.url) })
  const end = useApiMutation('DELETE /api/calendar_feeds', { invalidates: feedReads, onSuccess: () => setUrl(null) })
  const count = data?.count ?? 0
  return (
    <Modal opened onClose={onClose} title="訪問をカレンダーに追加" width={480}>
      <Stack>
        <p>担当する訪問の日時・建物・部屋番号がカレンダーに入り、日程の変更も自動で反映されます。居住者の氏名や電話番号は入りません。</p>
        {url === null ? (
          <Button kind="primary" icon="calendar" disabled={begin.isPending} onClick={() => begin.mutate({})}>
            登録用のリンクを作成
          </Button>
        ) : (
          <>
            <ButtonAnchor href={url.replace(/^https?:/, 'webcal:')}>カレンダーで開く</ButtonAnchor>
            <Help>開かないときは、次のアドレスをカレンダーに登録してください。リンクを知っている人は訪問先を見られます。</Help>
            <Input readOnly aria-label="カレンダーのアドレス" value={url} onFocus={event => event.currentTarget.select()} />
          </>
        )}
        {count === 0 ? null : (
          <p>
            使えるリンクが{count}件あります。{' '}
            <Button size="small" disabled={end.isPending} onClick={() => end.mutate({})}>
              すべてのリンクを使えなくする
            </Button>
          </p>
        )}
      </Stack>
    </Modal>
  )
}
