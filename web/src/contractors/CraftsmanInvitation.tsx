import { invitationDays, type LinkChannel, linkChannelLabels } from '@toguchi/domain/accounts/craftsman-links'
import { formatInstant } from '@toguchi/domain/calendar/day'
import { formatTelephone } from '@toguchi/domain/text/telephone'
import { type AnswerOf, queryClient, useApiMutation } from '../platform/api/api.ts'
import { Button } from '../ui/Button.tsx'
import { Help } from '../ui/form/FieldParts.ts'
import { Actions, Stack } from '../ui/layout/Layout.ts'
import { Section } from '../ui/layout/Section.tsx'

type Craftsman = AnswerOf<'GET /api/craftsmans/:id'>['craftsman']
type Invited = Pick<Craftsman, 'invited_by' | 'invited_at'>

const isOver = (invitedAt: string) => Date.now() > new Date(invitedAt).getTime() + invitationDays * 86_400_000

/** How somebody who never came was invited, and whether that still opens anything. */
export const invitationText = ({ invited_by, invited_at }: Invited): string => {
  if (invited_by === null || invited_at === null) return '未ログイン'
  const sent = `${linkChannelLabels[invited_by]}で招待 ${formatInstant(new Date(invited_at))}`
  return isOver(invited_at) ? `未開封・期限切れ（${sent}）` : `未開封（${sent}）`
}

/** Who never opened the link is sent another one, by short message or by mail; the one before opens nothing then. */
export const CraftsmanInvitation = ({ craftsman }: { craftsman: Craftsman }) => {
  const { id, phone, email, can_invite_by } = craftsman
  const invitation = useApiMutation('POST /api/craftsmans/:id/invitation', {
    invalidates: ['GET /api/craftsmans'],
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [`GET /api/craftsmans/${id}`] }),
    message: '送信しています…',
  })
  const contacts: Readonly<Record<LinkChannel, string>> = { sms: formatTelephone(phone ?? ''), mail: email ?? '' }
  return (
    <Section title="招待" name="invitation">
      <Stack>
        <p>{invitationText(craftsman)}</p>
        <Help>もう一度送ると、新しいリンク（{invitationDays}日間有効）が届き、前のリンクは使えなくなります。</Help>
        <Actions>
          {can_invite_by.map(invite_by => (
            <Button
              key={invite_by}
              disabled={invitation.isPending}
              onClick={() => invitation.mutate({ params: { id }, body: { invite_by } })}
            >
              {linkChannelLabels[invite_by]}でもう一度送る（{contacts[invite_by]}）
            </Button>
          ))}
        </Actions>
      </Stack>
    </Section>
  )
}
