import { mayHaveSecondFactor } from '@toguchi/domain/accounts/second-factor'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { partOnDemand } from '../../platform/late-part.ts'
import { useActor } from '../../platform/session/actor.ts'
import { type AnswerOf, q } from '../../platform/api/api.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { Stack, Actions } from '../../ui/layout/Layout.ts'
import { Help } from '../../ui/form/FieldParts.ts'

const SecondFactorModal = partOnDemand(async () => (await import('./SecondFactorModal.tsx')).SecondFactorModal)

export type SecondFactor = AnswerOf<'GET /api/users/me/second_factor'>
/** What one does with the own second factor. */
export type SecondFactorTask = 'enrol' | 'recovery_codes' | 'remove'

export const ownSecondFactor = q('GET /api/users/me/second_factor')

/** One's own second factor; on trial, and for craftsmen, there is none (D-39). */
export const SecondFactorSection = () => (mayHaveSecondFactor(useActor()) ? <Offered /> : null)

const Offered = () => {
  const { data } = useQuery(ownSecondFactor)
  return data?.offered ? <SecondFactorSettings state={data} /> : null
}

const SecondFactorSettings = ({ state }: { state: SecondFactor }) => {
  const [task, setTask] = useState<SecondFactorTask | null>(null)
  const { enabled, required, recovery_codes_left } = state
  return (
    <Section title="二段階認証" name="second-factor">
      <Stack>
        <p>
          <Badge tone={enabled ? 'green' : 'neutral'}>{enabled ? '有効' : '無効'}</Badge>
          {enabled ? ` リカバリーコードの残り：${recovery_codes_left}個` : null}
        </p>
        <Help>
          ログインのとき、パスワードに加えて、スマートフォンの認証アプリに表示される6桁のコードを入力します。パスワードが知られても、ほかの人はログインできません。
        </Help>
        <Actions>
          <Button kind={enabled ? 'default' : 'primary'} onClick={() => setTask('enrol')}>
            {enabled ? '認証アプリを変更する' : '二段階認証を有効にする'}
          </Button>
          {enabled ? <Button onClick={() => setTask('recovery_codes')}>リカバリーコードを作り直す</Button> : null}
          {enabled ? (
            <Button reason={required ? '二段階認証は必須のため、無効にできません。' : null} onClick={() => setTask('remove')}>
              無効にする
            </Button>
          ) : null}
        </Actions>
      </Stack>
      {task === null ? null : (
        <Suspense fallback={null}>
          <SecondFactorModal task={task} enabled={enabled} onClose={() => setTask(null)} />
        </Suspense>
      )}
    </Section>
  )
}
