import { formatInstant } from '@toguchi/domain/calendar/day'
import { useQuery } from '@tanstack/react-query'
import { type AnswerOf, q, useApiMutation } from '../../platform/api/api.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { Stack } from '../../ui/layout/Layout.ts'
import { Help } from '../../ui/form/FieldParts.ts'
import styles from './OwnSessions.module.css'

type OwnSession = AnswerOf<'GET /api/users/me/sessions'>['sessions'][number]

const list = ['GET /api/users/me/sessions'] as const
export const ownSessions = q('GET /api/users/me/sessions')

/** Where one is signed in, and the way to end it elsewhere: a telephone that was lost, a computer that others use. */
export const OwnSessions = () => {
  const { data } = useQuery(ownSessions)
  const [dialog, ask] = useConfirm()
  const others = useApiMutation('DELETE /api/users/me/sessions', { invalidates: list })
  const one = useApiMutation('DELETE /api/users/me/sessions/:id', { invalidates: list })
  if (data === undefined) return null
  const endOthers = async () => {
    if (await ask({ title: 'ほかの端末をすべてログアウトしますか？', confirm: 'ログアウトする', danger: true })) others.mutate({})
  }
  return (
    <Section title="ログイン中の端末" name="own-sessions">
      <Stack>
        <ul className={styles.sessions}>
          {data.sessions.map(session => (
            <Entry key={session.id} session={session} busy={one.isPending} onEnd={() => one.mutate({ params: { id: session.id } })} />
          ))}
        </ul>
        {data.sessions.length > 1 ? (
          <div>
            <Button disabled={others.isPending} onClick={() => void endOthers()}>
              ほかの端末をすべてログアウト
            </Button>
          </div>
        ) : null}
      </Stack>
      {dialog}
    </Section>
  )
}

const Entry = ({ session, busy, onEnd }: { session: OwnSession; busy: boolean; onEnd: () => void }) => {
  const { device, address, last_used_at, current } = session
  return (
    <li>
      <div>
        <p>
          {device} {current ? <Badge tone="brand">この端末</Badge> : null}
        </p>
        <Help>
          最終利用 {formatInstant(new Date(last_used_at))}
          {address === null ? null : `　IPアドレス ${address}`}
        </Help>
      </div>
      {current ? null : (
        <Button size="small" disabled={busy} onClick={onEnd}>
          ログアウト
        </Button>
      )}
    </li>
  )
}
