import { type ChasingStep, dayOfStep, isPreparing } from '@toguchi/domain/answers/chasing'
import { formatDayWithoutYear } from '@toguchi/domain/calendar/day'
import { leftOutText } from '@toguchi/domain/rooms/occupancy/occupancy'
import { Suspense, useState } from 'react'
import { DocumentJobButton, SheetsModal } from '../../documents/documents.tsx'
import { send, useApiMutation } from '../../platform/api/api.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx'
import { Actions } from '../../ui/layout/Layout.ts'
import { Section } from '../../ui/layout/Section.tsx'
import type { Board } from '../answer-reads.ts'
import { chasingFacts, type ChasingWay, chasingWays } from './chasing-facts.ts'
import { Preparing } from './Preparing.tsx'
import styles from './Chasing.module.css'

const nextWords: Readonly<Record<ChasingStep, string>> = {
  plan: '詳細工程表の作成から始めます',
  settle: '工程表を確定すると、案内状をお配りできます',
  letters: '案内状をお配りする前です',
  wait: '回答を待っています',
  print: '再案内を投函する時期です',
  send: 'メール・LINE・SMSを送る時期です',
  call: 'お電話する時期です',
  over: '締切を過ぎました',
}
const afterDeadline: Readonly<Record<ChasingWay, string>> = {
  print: '再案内の投函か訪問でご確認ください',
  send: 'メール・LINE・SMSか訪問でご確認ください',
  call: 'お電話・訪問でご確認ください',
}
/** In the words of the way that is due: of a step that reaches nobody another one is. */
const dueWords = (step: ChasingStep, due: ChasingWay | null): string =>
  step === 'over' ? `${nextWords.over}。${due === null ? '訪問でご確認ください' : afterDeadline[due]}` : nextWords[due ?? step]
const wayNames: Readonly<Record<ChasingWay, string>> = { print: '再案内を投函', send: 'メール・LINE・SMSを送信', call: 'お電話' }

/** 次にすること: print, send, call, each with its day, whom it reaches, and its button. What is due stands first, with the page's button. */
export const Chasing = ({ board }: { board: Board }) => {
  const { construction, step } = board
  const { unanswered, due } = chasingFacts(board)
  if (isPreparing(step)) return <Preparing board={board} step={step} title={`次にすること（${nextWords[step]}）`} />
  const ways = due === null ? chasingWays : [due, ...chasingWays.filter(way => way !== due)]
  return (
    <Section
      // Nothing is due where nobody is left to ask.
      title={`次にすること（${unanswered.length === 0 ? '未回答の住戸はありません' : dueWords(step, due)}）`}
      name="chasing"
    >
      <ol className={styles.steps}>
        {ways.map(way => {
          const on = dayOfStep(way, construction.schedule_change_end_on)
          const Way = wayParts[way]
          return (
            <li key={way} {...(way === due ? { 'aria-current': 'step' as const } : {})}>
              <h3>
                {wayNames[way]}
                {on === null ? null : <small>{formatDayWithoutYear(on)}から</small>}
                {way === due ? <Badge tone="amber">いま</Badge> : null}
              </h3>
              <Way board={board} isDue={way === due} />
            </li>
          )
        })}
      </ol>
    </Section>
  )
}

interface WayProps {
  board: Board
  isDue: boolean
}

const nobodyText = (unanswered: number): string | null => (unanswered === 0 ? '未回答の住戸はありません' : null)
const kindOf = (isDue: boolean) => (isDue ? 'primary' : 'default')

const Print = ({ board, isDue }: WayProps) => {
  const [printing, setPrinting] = useState(false)
  const { unanswered } = chasingFacts(board)
  return (
    <>
      <p>未回答の{unanswered.length}戸から選んで、投函順に印刷します。回答票つき。</p>
      <Actions>
        <Button kind={kindOf(isDue)} reason={nobodyText(unanswered.length)} onClick={() => setPrinting(true)}>
          再案内を印刷
        </Button>
      </Actions>
      {printing ? (
        <Suspense>
          <SheetsModal construction_id={board.construction.id} kind="reminder" onClose={() => setPrinting(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

const Send = ({ board, isDue }: WayProps) => {
  const [dialog, ask] = useConfirm()
  const { unanswered, atHome, reachable } = chasingFacts(board)
  const remind = useApiMutation('POST /api/constructions/:construction_id/answer_reminders', {
    invalidates: ['GET /api/constructions/:construction_id/answer_board'],
    message: '送信しています…',
  })
  const mails = reachable.filter(room => room.contact_channel === 'mail').length
  const lines = reachable.filter(room => room.contact_channel === 'line').length
  const texts = reachable.length - mails - lines
  const askAndSend = async () => {
    const sure = await ask({
      title: `未回答の${reachable.length}戸に、回答のお願いを送信します。よろしいですか？`,
      text: `メール ${mails}件、${lines === 0 ? '' : `LINE ${lines}件、`}SMS ${texts}件。同じ住戸には1日1回まで、20時から8時は翌朝に送信します。`,
      confirm: '送信する',
    })
    if (sure) remind.mutate({ params: { construction_id: board.construction.id }, body: { answer_reminder: {} } })
  }
  return (
    <>
      {dialog}
      <p>
        届く住戸 {reachable.length}戸（メール {mails}
        {lines === 0 ? null : `・LINE ${lines}`}・SMS {texts}）、どれも届かない{' '}
        {atHome.filter(room => room.contact_channel === 'paper').length}戸
      </p>
      <Actions>
        <Button
          kind={kindOf(isDue)}
          icon="bell"
          disabled={remind.isPending}
          reason={nobodyText(unanswered.length) ?? (reachable.length === 0 ? '本日送信できる住戸はありません' : null)}
          onClick={() => void askAndSend()}
        >
          回答のお願いを送信
        </Button>
      </Actions>
    </>
  )
}

const callFormats = { pdf: '架電リスト（PDF）', xlsx: '架電リスト（Excel）' } as const

const Call = ({ board, isDue }: WayProps) => {
  const { unanswered, atHome, withPhone } = chasingFacts(board)
  const leftOut = leftOutText(board.rooms)
  const { id } = board.construction
  const nobody = nobodyText(unanswered.length) ?? (withPhone === 0 ? '電話番号のわかる未回答の住戸はありません' : null)
  return (
    <>
      <p>
        電話番号のある住戸 {withPhone}戸の、名前と電話番号が載ります。番号のない {atHome.length - withPhone}戸は載りません。
        {leftOut === null ? null : `${leftOut}。`}
      </p>
      <Actions>
        {(['pdf', 'xlsx'] as const).map(format => (
          <DocumentJobButton
            key={format}
            name={`call_list/${id}/${format}`}
            kind={format}
            primary={isDue && format === 'pdf'}
            label={callFormats[format]}
            reason={nobody}
            start={() => send('POST /api/constructions/:construction_id/call_list', { params: { construction_id: id }, body: { format } })}
          />
        ))}
      </Actions>
    </>
  )
}

const wayParts = { print: Print, send: Send, call: Call } as const
