import { formatDayLong, todayInTokyo } from '@toguchi/domain/calendar/day'
import { formatYen } from '@toguchi/domain/money/tax'
import { orderStatusLabels, refundMethodLabels, refundStateLabels } from '@toguchi/domain/orders/labels'
import { payMethodForResident } from '@toguchi/domain/money/pay-method'
import { receiptWhileCancelingText } from '@toguchi/domain/orders/transitions'
import { Suspense, useEffect, useState } from 'react'
import { useLoaderData, useRevalidator, useSearchParams } from 'react-router'
import { partOnDemand } from '../../platform/late-part.ts'
import { Telephone } from '../Telephone.tsx'
import { paths } from '../../site/paths.ts'
import { type AnswerOf, send } from '../../platform/api/request.ts'
import { ButtonLink } from '../../ui/plain/Button.tsx'
import { Title } from '../../ui/plain/Card.tsx'
import { Notice } from '../../ui/plain/Notice.tsx'
import { Read } from '../../ui/plain/Read.tsx'
import { newsOf, resultOf } from './back-from-paying.ts'
import { momentText } from '../dates/frame.ts'
import { useFreshAfterBack } from '../fresh.ts'
import { keepingLast } from '../keeping-last.ts'
import { type Order, OrderLines } from './OrderLines.tsx'
import styles from './ResidentOrdersPage.module.css'
import iconLinkStyles from '../parts/IconLink.module.css'
import { Stack } from '../parts/Stack.ts'
import { Paper } from '../../ui/plain/Paper.ts'
import { StateTag } from '../parts/StateTag.ts'
import { FactList } from '../parts/FactList.ts'
import { AnswerLine } from '../parts/AnswerLine.ts'
import { Help } from '../../ui/plain/form/FieldParts.ts'

// Forms that most who look here never open: they are fetched with the first order that has one.
const CancelApplication = partOnDemand(async () => (await import('./cancelling/CancelApplication.tsx')).CancelApplication)
const PayAgain = partOnDemand(async () => (await import('./PayAgain.tsx')).PayAgain)
const ReceiptForm = partOnDemand(async () => (await import('./ReceiptForm.tsx')).ReceiptForm)
const RefundAccountForm = partOnDemand(async () => (await import('./RefundAccountForm.tsx')).RefundAccountForm)

export const loader = keepingLast(async options => {
  const listed = await send('GET /api/residents/orders', {}, options)
  // How it can be paid is asked only where something is left to pay.
  const payable = listed.unfinished_orders.some(order => order.why_no_payment === null)
  return { ...listed, offer: payable ? await send('GET /api/residents/options', {}, options) : null }
})

type Offer = AnswerOf<'GET /api/residents/options'>

/** What was ordered, how far it is, and what can still be done (G-ORD-02, G-ORD-05, G-ORD-12); also where paying comes back to. */
export const ResidentOrdersPage = () => {
  const { orders, unfinished_orders, offer, cash } = useLoaderData<typeof loader>()
  const [search, setSearch] = useSearchParams()
  const [came] = useState(() => ({ result: resultOf(search.get('result')), order: Number(search.get('order')) }))
  const news = newsOf(
    came.result,
    [...unfinished_orders, ...orders].find(({ id }) => id === came.order),
  )
  const over = useHeard(news === 'waiting')
  const isWaiting = news === 'waiting' && !over
  const said = search.has('result') && !isWaiting
  // Said once: whoever opens the page again hears of what holds then.
  useEffect(() => {
    if (said) setSearch({}, { replace: true, preventScrollReset: true })
  }, [said, setSearch])
  const unfinished = unfinished_orders.filter(({ id }) => !isWaiting || id !== came.order)
  const times = useFreshAfterBack()
  // That it was not paid is said once.
  const isToldAbove = news !== null && news !== 'waiting' && unfinished.some(({ id }) => id === came.order)
  return (
    <Stack>
      <Title>オプションの申込履歴</Title>
      {news === null ? null : news === 'waiting' ? (
        <Notice>
          {over
            ? 'お支払いの確認に時間がかかっています。しばらくしてから、このページをもう一度開いてください。'
            : 'お支払いを確認しています…'}
        </Notice>
      ) : (
        <Notice kind={news.kind}>{news.text}</Notice>
      )}
      {unfinished.length === 0 ? null : <Unfinished key={times} orders={unfinished} offer={offer} isTold={isToldAbove} />}
      {orders.length === 0 ? (
        unfinished_orders.length === 0 ? (
          <Notice>オプションの申込みはありません。</Notice>
        ) : null
      ) : (
        orders.map(order => <OrderCard key={order.id} order={order} cash={cash} />)
      )}
      <ButtonLink kind="secondary" wide to={paths.resident_options()}>
        オプションの申込み
      </ButtonLink>
      <ButtonLink kind="secondary" wide to={paths.resident_top()}>
        トップへ戻る
      </ButtonLink>
      <Telephone />
    </Stack>
  )
}

const asks = 8

/** The payment service tells us beside the browser, mostly before it is back: looks a few times; true when that was not enough. */
const useHeard = (waiting: boolean): boolean => {
  const { revalidate } = useRevalidator()
  const [asked, setAsked] = useState(0)
  const over = asked >= asks
  useEffect(() => {
    if (!waiting || over) return
    const timer = setTimeout(() => {
      setAsked(asked + 1)
      void revalidate()
    }, 2_000)
    return () => clearTimeout(timer)
  }, [waiting, asked, over, revalidate])
  return over
}

const Unfinished = ({ orders, offer, isTold }: { orders: readonly Order[]; offer: Offer | null; isTold: boolean }) => (
  <Paper aria-label="お支払いが完了していない申込み">
    {isTold ? null : <Notice kind="warning">お支払いが完了していない申込みがあります</Notice>}
    <Suspense fallback={null}>
      {orders.map(order => (
        <PayAgain key={order.id} order={order} offer={offer} />
      ))}
    </Suspense>
  </Paper>
)

const dayOf = (instant: string): string => formatDayLong(todayInTokyo(new Date(instant)))

const OrderCard = ({ order, cash }: { order: Order; cash: AnswerOf<'GET /api/residents/orders'>['cash'] }) => {
  const isBroughtInCash = order.status === 'unpaid' && order.pay_method === 'cash'
  const facts: [string, string | null][] = [
    ['お支払い方法', order.pay_method && payMethodForResident(order.pay_method, isBroughtInCash ? (cash?.place ?? null) : null)],
    ['支払期限', order.status === 'unpaid' && order.payment_period_end_on ? `${formatDayLong(order.payment_period_end_on)}まで` : null],
    ['お支払いの受付時間', isBroughtInCash ? (cash?.hours ?? null) : null],
    ['入金日', order.completion_at && dayOf(order.completion_at)],
    ['キャンセル申請のお返事', order.cancel_answer_by && `${formatDayLong(order.cancel_answer_by)}まで`],
    ['キャンセル日', order.canceled_at && dayOf(order.canceled_at)],
  ]
  // What is wanted before what is given and can be corrected.
  const transfers = order.refunds.filter(({ refund_method }) => refund_method === 'bank_transfer')
  const account = transfers.find(({ state }) => state === 'account_wanted') ?? transfers.find(({ state }) => state === 'open')
  return (
    <Paper className={styles.order} data-testid="order" aria-label={`${dayOf(order.created_at)}の申込み`}>
      <div className={styles.orderHead}>
        <h2>
          <Read>{`${dayOf(order.created_at)}の申込み`}</Read>
        </h2>
        <StateTag data-state={stateLook[order.status]}>
          <Read>{orderStatusLabels[order.status]}</Read>
        </StateTag>
      </div>
      <OrderLines order={order} />
      {order.why_not_on_the_day === null ? null : <Notice kind="warning">{order.why_not_on_the_day}</Notice>}
      <FactList>
        <Read>
          {facts.map(([name, value]) =>
            value === null ? null : (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
          )}
        </Read>
      </FactList>
      {order.konbini === null ? null : <Konbini konbini={order.konbini} />}
      {order.refunds.map((refund, at) => (
        <AnswerLine key={`${refund.refund_method}/${String(at)}`}>
          <Read>
            <span>{refundMethodLabels[refund.refund_method]}</span>
            <strong>{`${formatYen(refund.amount)}（${refundStateLabels[refund.state]}）`}</strong>
          </Read>
        </AnswerLine>
      ))}
      <Suspense fallback={null}>
        {account === undefined ? null : <RefundAccountForm key={account.state} order={order} hasAccount={account.state === 'open'} />}
        {order.has_receipt && order.status !== 'cancel_application' ? <ReceiptForm orderId={order.id} /> : null}
        <CancelApplication order={order} />
      </Suspense>
      {order.has_receipt && order.status === 'cancel_application' ? (
        <Help>
          <Read>{receiptWhileCancelingText}</Read>
        </Help>
      ) : null}
    </Paper>
  )
}

const stateLook: Readonly<Record<Order['status'], string>> = {
  initial: 'open',
  unpaid: 'open',
  paid: 'confirmed',
  cancel_application: 'open',
  cancel_order: 'done',
  failed: 'open',
}

/** What one says, or shows, at the till. */
const Konbini = ({ konbini }: { konbini: NonNullable<Order['konbini']> }) => (
  <div className={styles.konbini} data-testid="konbini">
    <Read>
      <p>
        支払番号
        <strong>{konbini.number ?? '―'}</strong>
      </p>
      {konbini.confirmation_number === null ? null : (
        <p>
          確認番号
          <strong>{konbini.confirmation_number}</strong>
        </p>
      )}
      {konbini.expires_at === null ? null : <Help>{`${momentText(konbini.expires_at)}まで、コンビニでお支払いください。`}</Help>}
      {konbini.voucher_url === null ? null : (
        <a className={iconLinkStyles.leaflet} href={konbini.voucher_url} target="_blank" rel="noreferrer">
          支払番号の画面を開く
        </a>
      )}
    </Read>
  </div>
)
