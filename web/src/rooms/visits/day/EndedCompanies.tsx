import { acknowledgeEnded } from '../../../platform/session/joined-accounts.ts'
import { endedCompanies } from '../../../platform/session/joined-sessions.ts'
import { useStore } from '../../../platform/use-store.ts'
import { Alert } from '../../../ui/Alert.ts'
import { Button } from '../../../ui/Button.tsx'

/**
 * The account at one of several companies has ended, or was taken out of the others and its session is over: the server tells neither from
 * the other. Which, what becomes of its part of the day, and of what the phone still holds for it.
 */
export const EndedCompanies = () => {
  const companies = useStore(endedCompanies)
  return companies.length === 0 ? null : (
    <Alert role="alert">
      <p>
        {companies.map(({ name }) => name).join('、')}
        の予定は、この端末に表示されなくなりました。ほかの会社の作業は、このまま続けられます。
      </p>
      <p>
        アカウントをまとめから外したときは、この会社のアカウントでログインすると見られます。外していないときは、アカウントが終了した可能性があります。心当たりがない場合は、会社にお問い合わせください。
      </p>
      <p>この会社の写真が端末に残っているときは、画面上部の「別アカウントの未送信」から提出できます。</p>
      <Button onClick={acknowledgeEnded}>確認しました</Button>
    </Alert>
  )
}
