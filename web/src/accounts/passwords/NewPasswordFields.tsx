import { accountLabels } from '@toguchi/domain/accounts/labels'
import { passwordLength } from '@toguchi/domain/accounts/password'
import { Field } from '../../ui/plain/form/Field.tsx'

/** The rule is told before the mistake (G-ACC-08). */
export const NewPasswordFields = () => (
  <>
    <Field
      name="password"
      label={accountLabels.password}
      type="password"
      autoComplete="new-password"
      required
      help={`${passwordLength.minimum}文字以上で、英字と数字を含めてください。よく使われているパスワードは使用できません。`}
    />
    <Field name="password_confirmation" label={accountLabels.password_confirmation} type="password" autoComplete="new-password" required />
  </>
)
