import { accountLabels } from '@toguchi/domain/accounts/labels'
import { passwordLength } from '@toguchi/domain/accounts/password'
import { useForm } from 'react-hook-form'
import { useApiMutation } from '../../platform/api/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { FormGrid } from '../../ui/form/FormFoot.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { Help } from '../../ui/form/FieldParts.ts'
import { ModalFoot } from '../../ui/dialog/Modal.tsx'

const nothing = { current_password: '', password: '', password_confirmation: '' }

/** Asks for the present password, too; afterwards the person's other sessions are over (G-ACC-14). */
export const NewPasswordForm = () => {
  const form = useForm({ defaultValues: nothing })
  const save = useApiMutation('PATCH /api/users/me', {
    invalidates: [],
    onSuccess: () => form.reset(nothing),
    message: '保存しています…',
  })
  return (
    <Form form={form} resource="user" error={save.error} onSubmit={values => save.mutate({ body: { user: values } })}>
      <Section title="パスワードの変更">
        <FormGrid>
          <TextField
            name="current_password"
            label={accountLabels.current_password}
            type="password"
            autoComplete="current-password"
            required
          />
          <TextField
            name="password"
            label={accountLabels.password}
            type="password"
            autoComplete="new-password"
            required
            help={`${passwordLength.minimum}文字以上で、英字と数字を含めてください。よく使われているパスワードは使用できません。`}
          />
          <TextField
            name="password_confirmation"
            label={accountLabels.password_confirmation}
            type="password"
            autoComplete="new-password"
            required
          />
        </FormGrid>
        <Help>変更すると、ほかの端末ではログアウトされます。</Help>
        <ModalFoot>
          <Button kind="primary" type="submit" disabled={save.isPending}>
            パスワードを変更する
          </Button>
        </ModalFoot>
      </Section>
    </Form>
  )
}
