import { formatDay, todayInTokyo } from '@toguchi/domain/calendar/day'
import type { ReactNode } from 'react'
import { t } from '../../platform/i18n.ts'
import { toast } from '../../platform/toast.ts'
import { saveOwnFile } from '../../ui/files/save-file.ts'
import { printLines } from './print-lines.ts'
import styles from './RecoveryCodes.module.css'

interface Props {
  codes: readonly string[]
  /** Whose they are: the login id. */
  account: string
  /** A button of the kit that the page is made of. */
  button: (label: string, press: () => void) => ReactNode
}

/** Shown once: to be copied, saved or printed. */
export const RecoveryCodes = ({ codes, account, button }: Props) => (
  <>
    <p>
      スマートフォンをなくしたときなど、認証アプリを使えないときに、コードの代わりに入力します。どのコードも1回だけ使えます。この画面を閉じると二度と表示されません。安全な場所に保管してください。
    </p>
    <ol className={styles.codes} aria-label="リカバリーコード">
      {codes.map(code => (
        <li key={code}>{code}</li>
      ))}
    </ol>
    <div className={styles.actions} data-keep-clear>
      {button('コピー', () => void copy(codes))}
      {button('ファイルに保存', () =>
        saveOwnFile(
          new File([[heading(), ...about(account), '', ...codes, ''].join('\n')], 'リカバリーコード.txt', { type: 'text/plain' }),
        ),
      )}
      {button('印刷', () => printLines(heading(), [...about(account), ...codes]))}
    </div>
  </>
)

const heading = () => `${t('app.name')}のリカバリーコード`

/** What whoever finds them later has to know, and no password. */
const about = (account: string): string[] => [`ログインID：${account}`, `作成日：${formatDay(todayInTokyo(new Date()))}`]

const copy = async (codes: readonly string[]): Promise<void> => {
  try {
    await navigator.clipboard.writeText(codes.join('\n'))
    toast.success('リカバリーコードをコピーしました。')
  } catch {
    toast.failure('コピーできませんでした。ファイルに保存するか、印刷してください。')
  }
}
