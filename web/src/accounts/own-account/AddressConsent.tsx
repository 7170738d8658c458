import { accountLabels } from '@toguchi/domain/accounts/labels'
import { formatInstant } from '@toguchi/domain/calendar/day'
import { useForm } from 'react-hook-form'
import { type AnswerOf, useApiMutation } from '../../platform/api/api.ts'
import { refreshUser } from '../../platform/session/session.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { FormGrid } from '../../ui/form/FormFoot.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { Stack, Actions } from '../../ui/layout/Layout.ts'
import { Help } from '../../ui/form/FieldParts.ts'

type Me = AnswerOf<'GET /api/users/me'>['user']
interface Props {
  user: Me
  address: string
  busy: boolean
  onRefuse: () => void
}

/** Somebody else asked for another address of the own account: agree with the password, or say that it is not one's own (decision 025). */
export const AddressConsent = ({ user, address, busy, onRefuse }: Props) => {
  const form = useForm({ defaultValues: { current_password: '' } })
  const consent = useApiMutation('POST /api/users/me/email_consent', { invalidates: ['GET /api/users/me'], onSuccess: refreshUser })
  const { email_changes_at: changesAt, has_password } = user
  return (
    <Section title="メールアドレスの変更の確認" name="address-consent">
      <Stack>
        <p>
          <Badge tone="amber">同意待ち</Badge> {address}
        </p>
        <Help>
          ほかの方の操作で、メールアドレスを上のアドレスに変更する手続きが行われています。
          {changesAt === null
            ? '同意も取り消しもしない場合は、新しいアドレスで確認されてから24時間が過ぎると変わります。'
            : `新しいアドレスは確認されました。同意も取り消しもしない場合は、${formatInstant(new Date(changesAt))}を過ぎると変わります。`}
        </Help>
        <Form
          form={form}
          error={consent.error}
          guard={false}
          onSubmit={({ current_password }) => consent.mutate({ body: { email: address, current_password } })}
        >
          {has_password ? (
            <FormGrid>
              <TextField
                name="current_password"
                label={accountLabels.current_password}
                type="password"
                required
                autoComplete="current-password"
                help="同意するには、現在のパスワードが必要です。"
              />
            </FormGrid>
          ) : (
            <Help>同意するには、届いたメッセージのリンクを開くか、先にパスワードを決めてください。</Help>
          )}
          <Actions>
            <Button kind="primary" type="submit" disabled={consent.isPending || !has_password}>
              変更に同意する
            </Button>
            <Button kind="danger" disabled={busy} onClick={onRefuse}>
              わたしではありません
            </Button>
          </Actions>
        </Form>
      </Stack>
    </Section>
  )
}
