import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnswerOf, q, queryClient, useApiMutation } from '../../platform/api/api.ts'
import { toast } from '../../platform/toast.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx'
import { Modal } from '../../ui/dialog/Modal.tsx'
import { Stack } from '../../ui/layout/Layout.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { Help } from '../../ui/form/FieldParts.ts'
import { JoinByLogin } from './JoinByLogin.tsx'

type Me = AnswerOf<'GET /api/users/me'>['user']

export const joinedAccounts = q('GET /api/users/me/joined_accounts')

/** The companies whose work a craftsman sees together (D-40); each keeps its own account, and learns of no other. */
export const JoinedAccounts = ({ user }: { user: Me }) => {
  const { data } = useQuery(joinedAccounts)
  const [joining, setJoining] = useState(false)
  const [dialog, ask] = useConfirm()
  const leave = useApiMutation('DELETE /api/users/me/joined_accounts', {
    invalidates: ['GET /api/users/me/joined_accounts'],
    onSuccess: () =>
      import('../../platform/session/joined-accounts.ts').then(({ openJoinedSessions }) => openJoinedSessions()).catch(() => {}),
  })
  if (data === undefined) return null
  const askAndLeave = async () => {
    const text = 'ほかの会社の仕事は、この画面に出なくなります。アカウントは、それぞれそのまま使えます。'
    if (await ask({ title: 'このアカウントを、まとめから外しますか？', text, confirm: '外す' })) leave.mutate({})
  }
  const joined = async () => {
    setJoining(false)
    toast.success('アカウントをまとめました。')
    await queryClient.invalidateQueries({ queryKey: joinedAccounts.queryKey })
  }
  const accounts = data.joined_accounts
  return (
    <Section title="ほかの会社の仕事もまとめて表示する" name="joined-accounts">
      <Stack>
        {dialog}
        {accounts.length === 0 ? (
          <Help>いくつかの会社の仕事をしている方は、アカウントをまとめると、1つの画面で見られます。会社どうしには知らされません。</Help>
        ) : (
          <ul>
            {accounts.map(({ client, login_id, current }) => (
              <li key={client.cd}>
                {client.name}（{login_id}） {current ? <Badge tone="brand">いまのアカウント</Badge> : null}
              </li>
            ))}
          </ul>
        )}
        <div>
          <Button onClick={() => setJoining(true)}>ほかの会社のアカウントを追加</Button>{' '}
          {accounts.length === 0 ? null : (
            <Button disabled={leave.isPending} onClick={() => void askAndLeave()}>
              このアカウントを外す
            </Button>
          )}
        </div>
        <Help>招待のリンクがある場合は、この端末でリンクを開いてもまとめられます。</Help>
      </Stack>
      <Modal opened={joining} onClose={() => setJoining(false)} title="ほかの会社のアカウントを追加" width={480}>
        <JoinByLogin user={user} onJoined={joined} />
      </Modal>
    </Section>
  )
}
