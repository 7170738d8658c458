import { secondFactorLabels } from '@toguchi/domain/accounts/second-factor'
import { useState } from 'react'
import { ApiError } from '../../platform/api/request.ts'
import { Button } from '../../ui/plain/Button.tsx'
import { Field } from '../../ui/plain/form/Field.tsx'
import { PlainForm } from '../../ui/plain/form/PlainForm.tsx'
import { inOwnWords } from './refused-sign-in.ts'
import { Help } from '../../ui/plain/form/FieldParts.ts'

interface Props {
  /** Makes the sign-in again, with the code. */
  onCode: (otp: string) => Promise<void>
  onBack: () => void
}

/** After the right password: the code of the authenticator application, or a recovery code, by a field of its own (D-39). */
export const CodeStep = ({ onCode, onBack }: Props) => {
  const [byRecovery, setByRecovery] = useState(false)
  return (
    <PlainForm
      key={String(byRecovery)}
      onSubmit={async ({ otp = '' }) => {
        if (otp.trim() === '') throw refusal('を入力してください')
        await onCode(otp).catch(atTheField)
      }}
    >
      {byRecovery ? (
        <Field
          name="otp"
          label="リカバリーコード"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          help="二段階認証を設定したときに保管したコードのうち、まだ使っていないものを1つ入力してください。"
        />
      ) : (
        <Field
          name="otp"
          label={secondFactorLabels.otp}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          help="認証アプリに表示されている6桁のコードを入力してください。"
        />
      )}
      <Button type="submit" wide>
        ログイン
      </Button>
      <Button kind="secondary" wide onClick={() => setByRecovery(!byRecovery)}>
        {byRecovery ? '認証アプリのコードを使う' : 'リカバリーコードを使う'}
      </Button>
      <Button kind="secondary" wide onClick={onBack}>
        戻る
      </Button>
      {byRecovery ? <Help>リカバリーコードもないときは、社内の管理者に二段階認証の解除を依頼してください。</Help> : null}
    </PlainForm>
  )
}

const refusal = (text: string) => new ApiError(422, { errors: { otp: [text], full_messages: [`コード${text}`] } })

/** The same question again means that the code was wrong: said below the field that it was typed into. */
const atTheField = (error: unknown): never => {
  if (!(error instanceof ApiError)) throw error
  throw error.code === 'otp_required' ? refusal('が正しくありません') : inOwnWords(error)
}
