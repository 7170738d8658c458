import { formatWeek } from '@toguchi/domain/board-reports/weeks'
import { formatInstant } from '@toguchi/domain/calendar/day'
import { useApiMutation } from '../platform/api/api.ts'
import { Button, ButtonAnchor } from '../ui/Button.tsx'
import { useConfirm } from '../ui/dialog/ConfirmDialog.tsx'
import { Help } from '../ui/form/FieldParts.ts'
import { Actions } from '../ui/layout/Layout.ts'
import { Section } from '../ui/layout/Section.tsx'
import { reportReads, type SentReport } from './report-reads.ts'
import styles from './SentReports.module.css'

interface Props {
  constructionId: number
  links: readonly SentReport[]
  mayWithdraw: boolean
}

/** The reports of the last thirty days that went to the board, and whether anybody read them. */
export const SentReports = ({ constructionId, links, mayWithdraw }: Props) => {
  const [dialog, ask] = useConfirm()
  const withdraw = useApiMutation('DELETE /api/constructions/:construction_id/board_report/links/:id', { invalidates: reportReads })
  const askAndWithdraw = async (link: SentReport) => {
    const question = {
      title: '送ったリンクを取り消しますか',
      text: 'このリンクでは開けなくなります。直前に開かれたPDFは、10分ほど見られることがあります。',
      confirm: '取り消す',
      cancel: 'やめる',
      danger: true,
    }
    if (await ask(question)) withdraw.mutate({ params: { construction_id: constructionId, id: link.id } })
  }
  return (
    <Section title="送った報告書" name="sent_reports">
      {dialog}
      {links.length === 0 ? (
        <Help>メールで送った報告書が、30日のあいだここに並びます。</Help>
      ) : (
        <ol className={styles.links}>
          {links.map(link => (
            <li key={link.id}>
              <strong>{formatWeek(link.week_on)}</strong>
              <p>{aboutLink(link)}</p>
              <p className={styles.recipients}>{link.recipients.join('、')}</p>
              <Actions>
                <ButtonAnchor size="small" href={link.file_url}>
                  PDFを開く
                </ButtonAnchor>
                {mayWithdraw && link.good ? (
                  <Button size="small" kind="quiet" onClick={() => void askAndWithdraw(link)}>
                    リンクを取り消す
                  </Button>
                ) : null}
              </Actions>
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}

const aboutLink = (link: SentReport): string =>
  [
    `${formatInstant(new Date(link.created_at))} 送信`,
    link.created_by ?? '',
    link.last_opened_at === null ? '未閲覧' : `${link.opened}回閲覧（最終 ${formatInstant(new Date(link.last_opened_at))}）`,
    link.withdrawn_at === null ? '' : '取り消し済み',
  ]
    .filter(part => part !== '')
    .join('　')
