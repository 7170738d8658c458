import { type PreparingStep, preparingSteps } from '@toguchi/domain/answers/chasing'
import { Suspense, useState } from 'react'
import { SheetsModal } from '../../documents/documents.tsx'
import { paths } from '../../site/paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Actions } from '../../ui/layout/Layout.ts'
import { Section } from '../../ui/layout/Section.tsx'
import type { Board } from '../answer-reads.ts'
import styles from './Chasing.module.css'

const stepNames: Readonly<Record<PreparingStep, string>> = {
  plan: '詳細工程表を作成',
  settle: '工程表を確定',
  letters: '案内状を印刷',
}
const stepTexts: Readonly<Record<PreparingStep, string>> = {
  plan: '部屋を日と時間帯に割り当てます。',
  settle: '日程が決まったら確定します。居住者が日程を確認・変更できるようになります。',
  letters: '認証コードと予定日の入った案内状を、投函順に印刷します。',
}

/** 次にすること before anybody was asked: the three steps in their order, the due one with the page's button, those before it done. */
export const Preparing = ({ board, step, title }: { board: Board; step: PreparingStep; title: string }) => {
  const at = preparingSteps.indexOf(step)
  return (
    <Section title={title} name="chasing">
      <ol className={styles.steps}>
        {preparingSteps.map((each, place) => (
          <li key={each} {...(each === step ? { 'aria-current': 'step' as const } : {})}>
            <h3>
              {stepNames[each]}
              {each === step ? <Badge tone="amber">いま</Badge> : place < at ? <Badge tone="green">済</Badge> : null}
            </h3>
            <p>{stepTexts[each]}</p>
            {each === step ? (
              <Actions>
                <Begin board={board} step={each} />
              </Actions>
            ) : null}
          </li>
        ))}
      </ol>
    </Section>
  )
}

const Begin = ({ board, step }: { board: Board; step: PreparingStep }) => {
  const [printing, setPrinting] = useState(false)
  const { id } = board.construction
  if (step !== 'letters')
    return (
      <ButtonLink kind="primary" icon="calendar" to={paths.detail_schedule(id)}>
        {step === 'plan' ? '詳細工程表を作成する' : '詳細工程表を開く'}
      </ButtonLink>
    )
  return (
    <>
      <Button kind="primary" onClick={() => setPrinting(true)}>
        案内状を印刷する
      </Button>
      {printing ? (
        <Suspense>
          <SheetsModal construction_id={id} kind="information" onClose={() => setPrinting(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
