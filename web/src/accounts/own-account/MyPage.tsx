import { mayHaveSecondFactor } from '@toguchi/domain/accounts/second-factor'
import { accountLabels, displayFormatLabels, displayFormats } from '@toguchi/domain/accounts/labels'
import { useQuery } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { actorOf } from '../../platform/session/actor.ts'
import { type AnswerOf, q, queryClient, useApiMutation } from '../../platform/api/api.ts'
import { currentUser, refreshUser } from '../../platform/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { CheckField } from '../../ui/form/fields/CheckField.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { FormGrid } from '../../ui/form/FormFoot.tsx'
import { RadioField } from '../../ui/form/fields/RadioField.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { PageHead } from '../../ui/layout/PageHead.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { AddressConsent } from './AddressConsent.tsx'
import { joinedAccounts, JoinedAccounts } from '../joins/JoinedAccounts.tsx'
import { FirstPasswordForm } from '../passwords/FirstPasswordForm.tsx'
import { NewPasswordForm } from '../passwords/NewPasswordForm.tsx'
import { OwnSessions, ownSessions } from './OwnSessions.tsx'
import { SignInContacts } from './SignInContacts.tsx'
import { ownSecondFactor, SecondFactorSection } from '../second-factor/SecondFactorSection.tsx'
import { WaitingAddress } from '../WaitingAddress.tsx'
import { ModalFoot } from '../../ui/dialog/Modal.tsx'

type Me = AnswerOf<'GET /api/users/me'>['user']

const me = q('GET /api/users/me')

export const loader = async () => {
  const user = await currentUser()
  const mayHave = user !== null && mayHaveSecondFactor(actorOf(user))
  await Promise.all([
    queryClient.ensureQueryData(me),
    queryClient.ensureQueryData(ownSessions),
    ...(mayHave ? [queryClient.ensureQueryData(ownSecondFactor)] : []),
    ...(user?.role_id === 4 ? [queryClient.ensureQueryData(joinedAccounts)] : []),
  ])
  return null
}

/** One's own name, addresses, ways of looking at things, and password. */
export const MyPage = () => {
  const { data } = useQuery(me)
  if (data === undefined) return null
  return (
    <>
      <PageHead title="マイページ" note={data.user.client?.name ?? null} />
      <Profile key={data.user.updated_at} user={data.user} />
      <OwnWaitingAddress user={data.user} />
      {data.user.has_password ? <NewPasswordForm /> : <FirstPasswordForm />}
      {data.user.role_id === 4 ? (
        <>
          <SignInContacts user={data.user} />
          <JoinedAccounts user={data.user} />
        </>
      ) : null}
      <SecondFactorSection />
      <OwnSessions />
    </>
  )
}

const Profile = ({ user }: { user: Me }) => {
  const { name, email, phone, login_id, default_display_format, save_original_image_in_local_device } = user
  const form = useForm({
    defaultValues: {
      name,
      email,
      phone: phone ?? '',
      login_id,
      default_display_format,
      save_original_image_in_local_device,
      current_password: '',
    },
  })
  const [newEmail, newLoginId] = useWatch({ control: form.control, name: ['email', 'login_id'] })
  const needsPassword = newEmail !== email || newLoginId !== login_id
  const save = useApiMutation('PATCH /api/users/me', {
    invalidates: ['GET /api/users/me'],
    onSuccess: refreshUser,
    message: '保存しています…',
  })
  return (
    <Form
      form={form}
      resource="user"
      error={save.error}
      onSubmit={({ current_password, email: typed, ...values }) => {
        // A craftsman without an address is not asked for one.
        const address = typed === '' && email === '' ? {} : { email: typed }
        save.mutate({ body: { user: { ...values, ...address, ...(needsPassword ? { current_password } : {}) } } })
      }}
    >
      <Section title="登録情報">
        <FormGrid>
          <TextField name="name" label={accountLabels.name} required autoComplete="name" />
          <TextField
            name="login_id"
            label={accountLabels.login_id}
            required
            help="半角英数字と . _ - の4〜32文字"
            autoComplete="username"
          />
          <TextField name="phone" label={accountLabels.phone} type="tel" inputMode="tel" autoComplete="tel" />
          <TextField
            name="email"
            label={accountLabels.email}
            type="email"
            required={email !== ''}
            autoComplete="email"
            help="変更すると、新しいアドレスに確認のメールが届き、これまでのアドレスにもお知らせします。"
          />
          {needsPassword && user.has_password ? (
            <TextField
              name="current_password"
              label={accountLabels.current_password}
              type="password"
              required
              autoComplete="current-password"
              help="ログインIDとメールアドレスの変更には、現在のパスワードが必要です。"
            />
          ) : null}
          <RadioField
            name="default_display_format"
            label={accountLabels.default_display_format}
            options={displayFormats.map(value => ({ value, label: displayFormatLabels[value] }))}
          />
          <CheckField name="save_original_image_in_local_device" label={accountLabels.save_original_image_in_local_device} />
        </FormGrid>
        <ModalFoot>
          <Button
            kind="primary"
            type="submit"
            disabled={save.isPending}
            reason={needsPassword && !user.has_password ? 'ログインIDとメールアドレスは、下で先にパスワードを決めると変更できます。' : null}
          >
            保存する
          </Button>
        </ModalFoot>
      </Section>
    </Form>
  )
}

const OwnWaitingAddress = ({ user }: { user: Me }) => {
  const settings = { invalidates: ['GET /api/users/me'], message: '送信しています…' } as const
  const again = useApiMutation('POST /api/users/me/email_confirmation', settings)
  const withdrawal = useApiMutation('DELETE /api/users/me/email_confirmation', settings)
  if (user.unconfirmed_email === null) return null
  if (user.email_needs_consent)
    return (
      <AddressConsent user={user} address={user.unconfirmed_email} busy={withdrawal.isPending} onRefuse={() => withdrawal.mutate({})} />
    )
  return (
    <WaitingAddress
      address={user.unconfirmed_email}
      needsConsent={false}
      changesAt={null}
      busy={again.isPending || withdrawal.isPending}
      onAgain={() => again.mutate({})}
      onWithdraw={() => withdrawal.mutate({})}
    />
  )
}
