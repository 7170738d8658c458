import { secondFactorLabels } from '@toguchi/domain/accounts/second-factor'
import { useState } from 'react'
import { type AnswerOf, send } from '../../platform/api/request.ts'
import { Button } from '../../ui/plain/Button.tsx'
import { CheckField } from '../../ui/plain/form/CheckField.tsx'
import { Field } from '../../ui/plain/form/Field.tsx'
import { PlainForm } from '../../ui/plain/form/PlainForm.tsx'
import { RecoveryCodes } from '../second-factor/RecoveryCodes.tsx'
import { SecretToScan } from '../second-factor/SecretToScan.tsx'

interface Props {
  /** Of the sign-in that demanded the enrolment; good for ten minutes. */
  token: string
  begun: AnswerOf<'POST /api/auth/second_factor'>
  /** Signed in, and the recovery codes are kept. */
  onDone: () => Promise<void>
}

/** The enrolment that a first sign-in demands (D-39): the application, its first code, and then the recovery codes before going on. */
export const EnrolmentStep = ({ token, begun, onDone }: Props) => {
  const [made, setMade] = useState<{ codes: readonly string[]; account: string } | null>(null)
  if (made !== null) return <KeepCodes {...made} onDone={onDone} />
  return (
    <PlainForm
      key="scan"
      onSubmit={async ({ otp = '' }) => {
        const body = { enrolment_token: token, otp }
        const { recovery_codes, data } = await send('POST /api/auth/second_factor/confirmation', { body }, { errors: 'caller' })
        setMade({ codes: recovery_codes, account: data.login_id })
      }}
    >
      <p>
        ログインには二段階認証の設定が必要です。スマートフォンの認証アプリ（Google
        Authenticatorなど）でQRコードを読み取り、表示された6桁のコードを入力してください。
      </p>
      <SecretToScan {...begun} />
      <Field name="otp" label={secondFactorLabels.otp} inputMode="numeric" autoComplete="one-time-code" required autoFocus />
      <Button type="submit" wide>
        設定する
      </Button>
    </PlainForm>
  )
}

/** What had the focus went with the step before. */
const focus = (heading: HTMLElement | null): void => heading?.focus()

const KeepCodes = ({ codes, account, onDone }: { codes: readonly string[]; account: string; onDone: () => Promise<void> }) => {
  const [kept, setKept] = useState(false)
  return (
    <PlainForm key="keep" onSubmit={onDone}>
      <h2 tabIndex={-1} ref={focus}>
        リカバリーコード
      </h2>
      <RecoveryCodes
        codes={codes}
        account={account}
        button={(label, press) => (
          <Button key={label} kind="secondary" onClick={press}>
            {label}
          </Button>
        )}
      />
      <CheckField name="kept" label="リカバリーコード" onChange={setKept}>
        リカバリーコードを保管しました
      </CheckField>
      <Button type="submit" wide disabled={!kept}>
        トグチを始める
      </Button>
    </PlainForm>
  )
}
