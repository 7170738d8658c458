import { DocumentJobButton } from '../documents/documents.tsx'
import { send, useApiMutation } from '../platform/api/api.ts'
import { Button } from '../ui/Button.tsx'
import { useConfirm } from '../ui/dialog/ConfirmDialog.tsx'
import { type Message, messageReads } from './message-reads.ts'
import styles from './MessageActions.module.css'

interface Props {
  constructionId: number
  chosen: readonly Message[]
  /** How many are told on paper instead. */
  onPaper: number
  onDone: () => void
}

/** What is done with messages that were given up: send them again, or tell it on paper. */
export const MessageActions = ({ constructionId, chosen, onPaper, onDone }: Props) => {
  const params = { construction_id: constructionId }
  const [dialog, ask] = useConfirm()
  const settings = { invalidates: messageReads, onSuccess: onDone }
  const resend = useApiMutation('POST /api/constructions/:construction_id/messages/resend', { ...settings, message: '再送しています…' })
  const toPaper = useApiMutation('POST /api/constructions/:construction_id/messages/paper', { ...settings, message: '登録しています…' })
  const forSending = chosen.filter(message => message.why_not_resend === null)
  const forPaper = chosen.filter(message => message.why_not_on_paper === null)
  const forPrint = chosen.filter(message => message.why_not_print === null)
  const askAndResend = async () => {
    const sure = await ask({
      title: `${forSending.length}件を再送します。よろしいですか？`,
      text: '居住者あては、いま登録されている連絡先に送信します。20時から8時は翌朝に送信します。',
      confirm: '再送する',
    })
    if (sure) resend.mutate({ params, body: { message_ids: forSending.map(({ id }) => id) } })
  }
  return (
    <div className={styles.actions}>
      {dialog}
      <Button
        icon="again"
        disabled={resend.isPending}
        reason={whyNot(chosen, forSending, 'why_not_resend')}
        onClick={() => void askAndResend()}
      >
        再送する{forSending.length === 0 ? '' : `（${forSending.length}件）`}
      </Button>
      <Button
        icon="print"
        disabled={toPaper.isPending}
        reason={whyNot(chosen, forPaper, 'why_not_on_paper')}
        onClick={() => toPaper.mutate({ params, body: { message_ids: forPaper.map(({ id }) => id) } })}
      >
        紙の名簿に入れる{forPaper.length === 0 ? '' : `（${forPaper.length}件）`}
      </Button>
      <DocumentJobButton
        name={`order_notices/${constructionId}/${forPrint.map(({ id }) => id).join('-')}`}
        label={`注文のお知らせの書面を印刷${forPrint.length === 0 ? '' : `（${forPrint.length}件）`}`}
        reason={forPrint.length > 0 || chosen.length === 0 ? null : (chosen[0]?.why_not_print ?? null)}
        start={() =>
          send('POST /api/constructions/:construction_id/order_notices', { params, body: { message_ids: forPrint.map(({ id }) => id) } })
        }
        onMade={onDone}
      />
      <DocumentJobButton
        name={`distribution_sheets/${constructionId}/paper/${onPaper}`}
        label="書面で知らせる部屋の案内状を印刷"
        start={() =>
          send('POST /api/constructions/:construction_id/distribution_sheets', { params, body: { kind: 'information', only: 'paper' } })
        }
      />
    </div>
  )
}

/** Why nothing can be done with what is ticked: nothing is, or the first of them says why. */
const whyNot = (chosen: readonly Message[], able: readonly Message[], reason: 'why_not_resend' | 'why_not_on_paper'): string | null => {
  if (able.length > 0) return null
  return chosen[0]?.[reason] ?? '送信できなかったお知らせを選択してください'
}
