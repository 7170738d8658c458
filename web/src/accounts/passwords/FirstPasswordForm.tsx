import { accountLabels } from '@toguchi/domain/accounts/labels'
import { passwordLength } from '@toguchi/domain/accounts/password'
import { useForm } from 'react-hook-form'
import { useApiMutation } from '../../platform/api/api.ts'
import { refreshUser } from '../../platform/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { ModalFoot } from '../../ui/dialog/Modal.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { FormGrid } from '../../ui/form/FormFoot.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { Help } from '../../ui/form/FieldParts.ts'
import { Section } from '../../ui/layout/Section.tsx'

/** For who came by a link: offered, never asked for (decision 084). */
export const FirstPasswordForm = () => {
  const form = useForm({ defaultValues: { password: '', password_confirmation: '' } })
  const save = useApiMutation('PATCH /api/users/me/password', {
    invalidates: ['GET /api/users/me'],
    onSuccess: refreshUser,
    message: '保存しています…',
  })
  return (
    <Form form={form} error={save.error} onSubmit={values => save.mutate({ body: values })}>
      <Section title="パスワードを決める" name="first-password">
        <Help>決めなくても使えます。決めると、ログインIDとパスワードでもログインできます。ほかの端末ではログアウトされます。</Help>
        <FormGrid>
          <TextField
            name="password"
            label={accountLabels.password}
            type="password"
            autoComplete="new-password"
            required
            help={`${passwordLength.minimum}文字以上で、英字と数字を含めてください。`}
          />
          <TextField
            name="password_confirmation"
            label={accountLabels.password_confirmation}
            type="password"
            autoComplete="new-password"
            required
          />
        </FormGrid>
        <ModalFoot>
          <Button kind="primary" type="submit" disabled={save.isPending}>
            パスワードを決める
          </Button>
        </ModalFoot>
      </Section>
    </Form>
  )
}
