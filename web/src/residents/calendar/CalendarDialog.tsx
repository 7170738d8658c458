import { useEffect, useState } from 'react'
import { ApiError, send } from '../../platform/api/request.ts'
import { toast } from '../../platform/toast.ts'
import { saveOwnFile } from '../../ui/files/save-file.ts'
import { Button, ButtonAnchor } from '../../ui/plain/Button.tsx'
import { Dialog } from '../../ui/plain/Dialog.tsx'
import { Help } from '../../ui/plain/form/FieldParts.ts'
import { Input } from '../../ui/plain/form/Input.ts'
import { Notice } from '../../ui/plain/Notice.tsx'
import { Read } from '../../ui/plain/Read.tsx'
import styles from './CalendarDialog.module.css'

/** The own visit in the telephone's calendar: once as a file, or as a calendar that follows every change (decision 067). */
export const CalendarDialog = ({ onClose }: { onClose: () => void }) => {
  /** Links that hold; null until that is known. */
  const [count, setCount] = useState<number | null>(null)
  /** The link that was made just now: it is shown this once. */
  const [url, setUrl] = useState<string | null>(null)
  const [ended, setEnded] = useState(false)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    // Where it cannot be asked nothing is offered to be ended, and everything else is.
    void send('GET /api/calendar_feeds', {}, { errors: 'nobody' }).then(
      answer => setCount(answer.count),
      () => {},
    )
  }, [])
  const doing = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
    setBusy(false)
  }
  const save = () =>
    doing(async () => {
      const { file_name, ics } = await send('GET /api/calendar_feeds/visit', {})
      saveOwnFile(new File([ics], file_name, { type: 'text/calendar' }))
    })
  const follow = () =>
    doing(async () => {
      const answer = await send('POST /api/calendar_feeds', {})
      setUrl(answer.url)
      setCount(answer.count)
      setEnded(false)
    })
  const end = () =>
    doing(async () => {
      toast.success((await send('DELETE /api/calendar_feeds', {})).message)
      setUrl(null)
      setCount(0)
      setEnded(true)
    })
  return (
    <Dialog
      title="カレンダーに追加"
      onClose={onClose}
      actions={
        <Button kind="secondary" onClick={onClose}>
          閉じる
        </Button>
      }
    >
      <div className={styles.ways}>
        <p>工事日を、お使いのカレンダーに入れます。お名前や電話番号は入りません。</p>
        {ended ? (
          <Notice kind="success">
            <Read>カレンダーの登録をやめました。入っていた予定は、カレンダーの側で消してください。</Read>
          </Notice>
        ) : null}
        {url === null && count !== null && count > 0 ? (
          <Notice>
            <Read>カレンダーに登録しています。工事日が変わると、カレンダーも変わります。</Read>
          </Notice>
        ) : null}
        {url === null ? (
          <>
            <Button wide disabled={busy} kind={count === null || count === 0 ? 'primary' : 'secondary'} onClick={() => void follow()}>
              {count === null || count === 0 ? '変更も自動で反映する' : 'ほかのカレンダーにも登録する'}
            </Button>
            <Help>
              <Read>工事日が変わると、カレンダーも変わります。</Read>
            </Help>
            <Button kind="secondary" wide disabled={busy} onClick={() => void save()}>
              今の工事日だけを追加する
            </Button>
          </>
        ) : (
          <>
            <ButtonAnchor data-wide href={url.replace(/^https?:/, 'webcal:')}>
              <Read>カレンダーで開く</Read>
            </ButtonAnchor>
            <Help>
              <Read>開かないときは、このアドレスをカレンダーに登録してください。ほかの方には見せないでください。</Read>
            </Help>
            <Input readOnly aria-label="カレンダーのアドレス" value={url} onFocus={event => event.currentTarget.select()} />
          </>
        )}
        {count === null || count === 0 ? null : (
          <Button kind="secondary" wide disabled={busy} onClick={() => void end()}>
            カレンダーの登録をやめる
          </Button>
        )}
      </div>
    </Dialog>
  )
}
