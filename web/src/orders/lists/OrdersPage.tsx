import type { LoaderFunctionArgs } from 'react-router'
import { queryClient } from '../../platform/api/api.ts'
import { listStateOf } from '../../ui/table/list-state.ts'
import { PageHead } from '../../ui/layout/PageHead.tsx'
import { refundsOf } from '../order-reads.ts'
import { OrderList, ordersOf } from '../OrderList.tsx'

export const loader = ({ request }: LoaderFunctionArgs) =>
  Promise.all([
    queryClient.ensureQueryData(ordersOf(listStateOf(new URL(request.url).searchParams), null)),
    queryClient.ensureQueryData(refundsOf(null)),
  ])

/** Orders of all constructions of the company (G-ORD-14). */
export const OrdersPage = () => (
  <>
    <PageHead title="注文一覧" note="居住者が申し込んだオプション工事と、お金の動きです。" />
    <OrderList constructionId={null} />
  </>
)
