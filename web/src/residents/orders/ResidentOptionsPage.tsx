import { payMethodForResident, payMethods, type PayMethod } from '@toguchi/domain/money/pay-method'
import { orderLabels } from '@toguchi/domain/orders/labels'
import { residentLabels } from '@toguchi/domain/residents/labels'
import { formatYen } from '@toguchi/domain/money/tax'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLoaderData, useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../site/paths.ts'
import { newUuid } from '../../platform/new-uuid.ts'
import { type AnswerOf, ApiError, send } from '../../platform/api/request.ts'
import { refreshUser } from '../../platform/session/session.ts'
import { useUser } from '../../platform/session/use-user.ts'
import { toast } from '../../platform/toast.ts'
import { Glyph } from '../../ui/icons/Glyph.tsx'
import { AgreedTexts, readShownTexts } from '../../legal-texts/legal-texts.tsx'
import { Button, ButtonLink } from '../../ui/plain/Button.tsx'
import { Card, Title } from '../../ui/plain/Card.tsx'
import { Field } from '../../ui/plain/form/Field.tsx'
import { Notice } from '../../ui/plain/Notice.tsx'
import { PlainForm } from '../../ui/plain/form/PlainForm.tsx'
import { Read } from '../../ui/plain/Read.tsx'
import { Resting } from './Resting.tsx'
import { Stepper } from '../../ui/plain/Stepper.tsx'
import { Telephone } from '../Telephone.tsx'
import { useFreshAfterBack, useFreshLinks } from '../fresh.ts'
import { keepingLast } from '../keeping-last.ts'
import styles from './ResidentOptionsPage.module.css'
import iconLinkStyles from '../parts/IconLink.module.css'
import { Gap } from '../parts/Gap.ts'
import { AnswerLine } from '../parts/AnswerLine.ts'
import { Choice } from '../../ui/plain/form/Choice.ts'
import { FactList } from '../parts/FactList.ts'
import { OptionCard } from './OptionCard.tsx'

// Asked for by the second and third step; whoever only looks does not wait for them.
const PayMethodChoices = lazy(async () => ({ default: (await import('./PayMethodChoices.tsx')).PayMethodChoices }))
const PaymentTerms = lazy(async () => ({ default: (await import('./PaymentTerms.tsx')).PaymentTerms }))

export const loader = keepingLast(async options => {
  const [offer, shown] = await Promise.all([send('GET /api/residents/options', {}, options), readShownTexts()])
  return { ...offer, shown }
})

type Offer = AnswerOf<'GET /api/residents/options'> & { shown: Awaited<ReturnType<typeof readShownTexts>> }
type Option = Offer['constructions_options'][number]

const steps = ['選ぶ', '支払方法', '確認'] as const

/** What can be ordered besides (G-ORD-11): choose, say how to pay, read it all once more, then order and pay. */
export const ResidentOptionsPage = () => {
  const offer = useLoaderData<typeof loader>()
  const times = useFreshAfterBack()
  useFreshLinks()
  const { why_no_option_order: why } = offer
  return (
    <>
      <Title>オプションの申込み</Title>
      {why !== null ? (
        <>
          <Notice kind="warning">{why}</Notice>
          {offer.constructions_options.length === 0 ? null : <Catalogue offer={offer} />}
        </>
      ) : offer.constructions_options.length === 0 ? (
        <Notice>お申し込みいただけるオプションはありません。</Notice>
      ) : (
        <Ordering key={times} offer={offer} />
      )}
      <Gap>
        <ButtonLink kind="secondary" wide to={paths.resident_top()}>
          トップへ戻る
        </ButtonLink>
      </Gap>
      <Telephone />
    </>
  )
}

/** What is chosen, how it is paid, and the step that this leads to; the order itself, sent once. */
const useOrdering = (offer: Offer) => {
  const [search, setSearch] = useSearchParams()
  // What was chosen stands in the address of the later steps: a page that is loaded anew goes on there.
  const [ids, setIds] = useState<ReadonlySet<number>>(() => new Set((search.get('options') ?? '').split('-').map(Number)))
  const [method, setMethod] = useState(() => payMethods.find(each => each === search.get('pay_method')) ?? null)
  const chosen = offer.constructions_options.filter(option => ids.has(option.id) && !option.ordered)
  const total = chosen.reduce((sum, option) => sum + option.price_in_tax, 0)
  const stepName = search.get('step')
  const step = stepOf(stepName, chosen.length, total, method)
  const [refused, setRefused] = useState<readonly string[]>([])
  // One order however often it is sent; another choice is another order.
  const request = useRef<{ of: string; id: string } | null>(null)
  const navigate = useNavigate()
  const named = Boolean(useUser()?.name)

  // Where a step falls back, its address does not wait to jump ahead later.
  useEffect(() => {
    if (stepName !== null && stepName !== step)
      setSearch(
        before => {
          if (step === 'select') return {}
          before.set('step', step)
          return before
        },
        { replace: true },
      )
  }, [stepName, step, setSearch])

  // With the next step, not before it: the old one would slide under a second press.
  const shown = useRef(step)
  useLayoutEffect(() => {
    if (shown.current === step) return
    shown.current = step
    scrollTo({ top: 0 })
  }, [step])

  const go = (next: 'pay' | 'confirm', by: PayMethod | null = method) => {
    setRefused([])
    setMethod(by)
    setSearch({ step: next, options: chosen.map(({ id }) => id).join('-'), ...(by === null ? {} : { pay_method: by }) })
  }
  const order = async (name: string) => {
    if (!named) await keepName(name)
    try {
      await sendOrder()
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) throw error
      setRefused(error.fullMessages)
      // Back to what was refused; the new address asks for what can be ordered by now.
      setSearch('pay_method' in error.fields ? { step: 'pay' } : {}, { replace: true })
      scrollTo({ top: 0 })
    }
  }
  /** Asked for where it is needed, and not before (D-33). */
  const keepName = async (name: string) => {
    if (name.trim() === '') throw new ApiError(422, { errors: { name: ['を入力してください'], full_messages: [] } })
    await send('PATCH /api/residents/me', { body: { resident: { name } } }, { errors: 'caller' })
    await refreshUser()
  }
  const sendOrder = async () => {
    const of = JSON.stringify([chosen.map(({ id }) => id), method])
    if (request.current?.of !== of) request.current = { of, id: newUuid() }
    const { message, payment_url } = await send(
      'POST /api/residents/orders',
      {
        body: {
          order: {
            ...(method === null ? {} : { pay_method: method }),
            request_id: request.current.id,
            order_details_attributes: chosen.map(({ id }) => ({ constructions_option_id: id })),
          },
          ...offer.shown,
        },
      },
      { errors: 'caller', message: '申し込んでいます…' },
    )
    if (payment_url !== null) {
      location.assign(payment_url)
      // The form stays at rest until the other page stands: a second tap has nothing to press.
      await new Promise(() => {})
    }
    await navigate(paths.resident_orders(), { replace: true })
    toast.success(message)
  }

  return {
    chosen,
    total,
    method,
    step,
    refused,
    named,
    go,
    order,
    isChosen: (id: number) => ids.has(id),
    choose: (id: number, checked: boolean) => setIds(checked ? new Set([...ids, id]) : new Set([...ids].filter(each => each !== id))),
    goBack: () => void navigate(-1),
  }
}

type OrderingState = ReturnType<typeof useOrdering>

const Ordering = ({ offer }: { offer: Offer }) => {
  const ordering = useOrdering(offer)
  const { step, refused } = ordering
  return (
    <Card>
      <Stepper steps={steps} current={['select', 'pay', 'confirm'].indexOf(step)} />
      {refused.length === 0 ? null : (
        <Notice kind="error">
          {refused.map(text => (
            <p key={text}>{text}</p>
          ))}
        </Notice>
      )}
      <Resting key={step}>
        {step === 'select' ? <SelectStep offer={offer} ordering={ordering} /> : null}
        {step === 'pay' ? <PayStep offer={offer} ordering={ordering} /> : null}
        {step === 'confirm' ? <ConfirmStep ordering={ordering} offer={offer} /> : null}
      </Resting>
    </Card>
  )
}

const SelectStep = ({ offer, ordering: { chosen, total, isChosen, choose, go } }: { offer: Offer; ordering: OrderingState }) => (
  <>
    <ul className={styles.options}>
      {offer.constructions_options.map(option => (
        <OptionRow
          key={option.id}
          option={option}
          until={offer.pay_facts.option_request_end_on}
          checked={isChosen(option.id)}
          onChange={checked => choose(option.id, checked)}
        />
      ))}
    </ul>
    <Total total={total} count={chosen.length} />
    <Button wide disabled={chosen.length === 0} onClick={() => go(total === 0 ? 'confirm' : 'pay')}>
      {chosen.length === 0 ? 'オプションを選んでください' : '次へ進む'}
    </Button>
  </>
)

const PayStep = ({ offer, ordering: { chosen, total, method, go, goBack } }: { offer: Offer; ordering: OrderingState }) => (
  <PlainForm
    onSubmit={async ({ pay_method }) => {
      const chosenMethod = payMethods.find(each => each === pay_method)
      if (chosenMethod === undefined)
        throw new ApiError(422, { errors: { pay_method: ['を選択してください'], full_messages: ['お支払い方法を選択してください'] } })
      go('confirm', chosenMethod)
    }}
  >
    <Total total={total} count={chosen.length} />
    <Suspense fallback={null}>
      <PayMethodChoices offer={offer} total={total} defaultValue={method} />
    </Suspense>
    <Button type="submit" wide>
      次へ進む
    </Button>
    <Button kind="secondary" wide onClick={goBack}>
      選び直す
    </Button>
  </PlainForm>
)

interface ConfirmProps {
  ordering: OrderingState
  offer: Offer
}

const ConfirmStep = ({ ordering: { chosen, total, method, named, order, goBack }, offer }: ConfirmProps) => (
  <PlainForm keepAs="order" onSubmit={values => order(values['name'] ?? '')}>
    <Read>
      <p>この内容で申し込みます。よろしいですか？</p>
    </Read>
    <Lines options={chosen} />
    <Total total={total} count={chosen.length} />
    {method === null || total === 0 ? null : (
      <AnswerLine>
        <Read>
          <span>お支払い方法</span>
          <strong>{payMethodForResident(method, offer.cash?.place ?? null)}</strong>
        </Read>
      </AnswerLine>
    )}
    {named ? null : (
      <Field
        name="name"
        label={residentLabels.name}
        autoComplete="name"
        placeholder="鈴木 一郎"
        required
        help="お申し込みにはお名前が必要です。"
      />
    )}
    <FactList>
      {(['payment_terms', 'delivery_terms', 'cancellation_terms'] as const).map(name => (
        <div key={name}>
          <Read>
            <dt>{orderLabels[name]}</dt>
            <dd>
              {name === 'payment_terms' && method !== null && total > 0 ? (
                <Suspense>
                  <PaymentTerms offer={offer} method={method} />
                </Suspense>
              ) : (
                offer.sale_terms[name]
              )}
            </dd>
          </Read>
        </div>
      ))}
    </FactList>
    <AgreedTexts button={orderButton(method)} />
    <Button type="submit" wide>
      {orderButton(method)}
    </Button>
    <Button kind="secondary" wide onClick={goBack}>
      修正する
    </Button>
  </PlainForm>
)

const orderButton = (method: PayMethod | null): string =>
  method === 'credit' || method === 'webcvs' ? '申し込んで支払いへ進む' : '申し込む'

/** A step needs what the ones before it asked: an address that was kept leads to the first that is open. */
const stepOf = (stepName: string | null, count: number, total: number, method: PayMethod | null): 'select' | 'pay' | 'confirm' => {
  if (count === 0 || (stepName !== 'pay' && stepName !== 'confirm')) return 'select'
  if (stepName === 'confirm' && (method !== null || total === 0)) return 'confirm'
  return total === 0 ? 'select' : 'pay'
}

interface RowProps {
  option: Option
  until: string | null
  checked: boolean
  onChange: (checked: boolean) => void
}

const OptionRow = ({ option, until, checked, onChange }: RowProps) => (
  <li>
    <Choice data-disabled={option.ordered}>
      <input
        id={`option-${option.id}`}
        type="checkbox"
        checked={checked || option.ordered}
        disabled={option.ordered}
        onChange={event => onChange(event.currentTarget.checked)}
      />
      <OptionText option={option} />
    </Choice>
    <OptionCard option={option} until={until} boxId={`option-${option.id}`} />
    <Leaflet option={option} />
  </li>
)

const OptionText = ({ option }: { option: Option }) => (
  <Read>
    <span className={styles.option}>
      <strong>{option.option_name}</strong>
      <span className={styles.amount}>
        <span className={styles.price}>{formatYen(option.price_in_tax)}</span>
        <small>{option.ordered ? '申込済み' : '税込'}</small>
      </span>
    </span>
  </Read>
)

const Leaflet = ({ option }: { option: Option }) =>
  option.pdf_url === null ? null : (
    <a className={iconLinkStyles.leaflet} href={option.pdf_url} target="_blank" rel="noreferrer">
      <Glyph name="file" size={18} />
      <span>
        <Read>{'くわしい資料（PDF）'}</Read>
        <span className="sr-only">{option.option_name}</span>
      </span>
    </a>
  )

/** To look at when nothing can be ordered any more. */
const Catalogue = ({ offer }: { offer: Offer }) => (
  <Card>
    <ul className={styles.options}>
      {offer.constructions_options.map(option => (
        <li key={option.id}>
          <Choice as="div" data-disabled>
            <OptionText option={option} />
          </Choice>
          <OptionCard option={option} until={null} />
          <Leaflet option={option} />
        </li>
      ))}
    </ul>
  </Card>
)

const Lines = ({ options }: { options: readonly Option[] }) => (
  <FactList>
    {options.map(option => (
      <div key={option.id}>
        <dt>{option.option_name}</dt>
        <dd>{formatYen(option.price_in_tax)}</dd>
      </div>
    ))}
  </FactList>
)

/** The sum of the rounded lines, which is what is paid (G-ORD-09). */
const Total = ({ total, count }: { total: number; count: number }) => (
  <p className={styles.total} aria-live="polite">
    <Read>
      <span>{`合計（${count}点・税込）`}</span>
      <strong>{formatYen(total)}</strong>
    </Read>
  </p>
)
