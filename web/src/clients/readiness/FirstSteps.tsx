import { type FirstStepKey, firstStepLabels } from '@toguchi/domain/client-terms/labels'
import type { FirstSteps as Steps } from '@toguchi/domain/client-terms/contract'
import { canChangeSettings } from '@toguchi/domain/clients/policy'
import { useQuery } from '@tanstack/react-query'
import { q, useApiMutation } from '../../platform/api/api.ts'
import { useActor } from '../../platform/session/actor.ts'
import { paths } from '../../site/paths.ts'
import { StatusBadge } from '../../ui/Badge.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import styles from './ReadinessItems.module.css'

interface Place {
  to: string
  text: string
}
const readiness = q('GET /api/readiness', {}, { silent: true })

/** 「はじめに」 on the top page of a company that has printed no letter yet: what is done, and the way to what comes next (field-use O17). */
export const FirstSteps = () => {
  const mayGoOn = canChangeSettings(useActor())
  const { data } = useQuery({
    ...readiness,
    enabled: mayGoOn,
    // What is over does not come back.
    staleTime: ({ state }) => (state.data?.first_steps === null ? Infinity : 0),
  })
  const first = data?.first_steps ?? null
  return first === null ? null : <StepList first={first} />
}

const StepList = ({ first: { steps, construction_id } }: { first: Steps }) => {
  const [dialog, ask] = useConfirm()
  const putAway = useApiMutation('DELETE /api/first_steps', { invalidates: ['GET /api/readiness'] })
  const next = steps.find(({ done }) => !done)?.key
  const places = placesOf(construction_id)
  const linkOf = (key: FirstStepKey) => {
    const place = places[key]
    return place === null ? (
      <small>工事を登録すると進めます</small>
    ) : (
      <ButtonLink size="small" to={place.to} {...(key === next ? { kind: 'primary' as const } : {})}>
        {place.text}
      </ButtonLink>
    )
  }
  return (
    <Section
      title="はじめに"
      name="first_steps"
      actions={
        <Button
          size="small"
          kind="quiet"
          disabled={putAway.isPending}
          onClick={() => void ask(question).then(sure => (sure ? putAway.mutate({}) : undefined))}
        >
          片付ける
        </Button>
      }
    >
      {dialog}
      <ol className={styles.items}>
        {steps.map(({ key, done }) => (
          <li key={key} className={styles.item}>
            <StatusBadge tone={done ? 'green' : 'neutral'} mark={done ? 'full' : 'empty'} value={done ? 'done' : 'missing'}>
              {done ? '登録済み' : '未登録'}
            </StatusBadge>
            <span className={styles.name}>{firstStepLabels[key]}</span>
            {done ? null : linkOf(key)}
          </li>
        ))}
      </ol>
    </Section>
  )
}

const question = {
  title: '「はじめに」を片付けますか？',
  text: 'この会社の全員の画面から表示されなくなり、元には戻せません。登録した内容は変わりません。',
  confirm: '片付ける',
}

/** Schedule and letters are made in a construction; until there is one, null. */
const placesOf = (constructionId: number | null): Readonly<Record<FirstStepKey, Place | null>> => ({
  contact: { to: paths.settings(), text: '設定を開く' },
  craftsman: { to: paths.contractors(), text: '協力会社を開く' },
  building_rooms: { to: paths.buildings(), text: '物件を開く' },
  construction: { to: paths.step_overall_schedule('new'), text: '工事を登録' },
  schedule: constructionId === null ? null : { to: paths.detail_schedule(constructionId), text: '工程表を開く' },
  letters: constructionId === null ? null : { to: paths.construction(constructionId), text: '工事を開く' },
})
