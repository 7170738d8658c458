import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useConfiguration } from '../../platform/session/configuration.ts'
import { t } from '../../platform/i18n.ts'
import { send } from '../../platform/api/request.ts'
import { Prose } from '../../ui/plain/Prose.ts'

const usual = {
  additional_fees: 'インターネット接続の通信料は、お客様のご負担です。',
  payment_terms:
    'クレジットカードは申込時、コンビニエンスストアは申込画面に表示する支払期限まで、現金は申込画面に表示する期限まで、当日集金は工事の当日',
  delivery_terms: 'お申込み後、居住者ページに表示する工事日に行います。',
  cancellation_terms:
    '居住者ページの申込履歴から、工事の前日までキャンセルを申請できます。承認後、クレジットカードはカードへ、コンビニエンスストアはご指定の口座へ、現金はご相談のうえ返金します。施工の不具合は、無償で手直しします。',
} as const

/** Of nobody in particular when the seller cannot be read: the page holds without one. */
export const loader = async ({ request }: LoaderFunctionArgs) => {
  const client = new URL(request.url).searchParams.get('client')
  const notice = await send(
    'GET /api/legal_notice',
    { query: client === null ? {} : { client } },
    { silent: true, errors: 'nobody' },
  ).catch(() => null)
  return notice?.seller ?? null
}

/** 特定商取引法に基づく表記 for optional works that residents buy (D-16): of the company whose host or letter this is, else in general. */
export const LegalNoticePage = () => {
  const settings = useConfiguration()
  const seller = useLoaderData<typeof loader>()
  const phone = seller?.phone ?? settings?.call_center_phone ?? ''
  return (
    <Prose>
      <h1>特定商取引法に基づく表記</h1>
      <p>居住者の皆さまが {settings?.app_name ?? t('app.name')} でお申し込みになるオプション工事についての表記です。</p>
      <dl>
        <dt>販売業者</dt>
        <dd>
          {seller?.name ?? '工事のご案内に記載の工事会社。所在地と代表者名は、ご請求があれば遅滞なく電子メールまたは書面でお知らせします。'}
        </dd>
        {seller === null ? null : (
          <>
            <dt>運営責任者</dt>
            <dd>{seller.representative ?? 'ご請求があれば遅滞なくお知らせします。'}</dd>
            <dt>所在地</dt>
            <dd>{seller.address ?? 'ご請求があれば遅滞なくお知らせします。'}</dd>
          </>
        )}
        <dt>お問い合わせ</dt>
        <dd>
          {phone === '' ? '工事のご案内に記載の電話番号' : <a href={`tel:${phone.replaceAll('-', '')}`}>{phone}</a>}
          {seller?.email ? <div>{seller.email}</div> : null}
        </dd>
        {seller?.invoice_registration_number ? (
          <>
            <dt>登録番号</dt>
            <dd>{seller.invoice_registration_number}</dd>
          </>
        ) : null}
        <dt>販売価格</dt>
        <dd>オプションの申込画面に、消費税を含む価格を表示します。</dd>
        <dt>価格以外の費用</dt>
        <dd>{seller?.additional_fees ?? usual.additional_fees}</dd>
        <dt>支払方法</dt>
        <dd>クレジットカード、コンビニエンスストア、現金、工事当日の集金のうち、申込画面に表示する方法</dd>
        <dt>支払時期</dt>
        <dd>{seller?.payment_terms ?? usual.payment_terms}</dd>
        <dt>工事の時期</dt>
        <dd>{seller?.delivery_terms ?? usual.delivery_terms}</dd>
        <dt>取消しと返金</dt>
        <dd>{seller?.cancellation_terms ?? usual.cancellation_terms}</dd>
      </dl>
    </Prose>
  )
}
