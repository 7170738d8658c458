import { formatTelephone } from '@toguchi/domain/text/telephone'
import { saleTermsOf } from '@toguchi/domain/orders/sale-terms'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useConfiguration } from '../../platform/session/configuration.ts'
import { t } from '../../platform/i18n.ts'
import { send } from '../../platform/api/request.ts'
import { Prose } from '../../ui/plain/Prose.ts'

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
  const terms = saleTermsOf(seller)
  const phone = formatTelephone(seller?.phone ?? settings?.call_center_phone ?? '')
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
        <dd>{terms.additional_fees}</dd>
        <dt>支払方法</dt>
        <dd>クレジットカード、コンビニエンスストア、現金、工事当日の集金のうち、申込画面に表示する方法</dd>
        <dt>支払時期</dt>
        <dd>{terms.payment_terms}</dd>
        <dt>工事の時期</dt>
        <dd>{terms.delivery_terms}</dd>
        <dt>取消しと返金</dt>
        <dd>{terms.cancellation_terms}</dd>
      </dl>
    </Prose>
  )
}
