import { type LoaderFunctionArgs, useParams } from 'react-router'
import { paths } from '../../site/paths.ts'
import { queryClient } from '../../platform/api/api.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { listStateOf } from '../../ui/table/list-state.ts'
import { PageHead } from '../../ui/layout/PageHead.tsx'
import { refundsOf } from '../order-reads.ts'
import { OrderList, ordersOf } from '../OrderList.tsx'

export const loader = ({ request, params }: LoaderFunctionArgs) => {
  const id = Number(params.construction_id)
  return Promise.all([
    queryClient.ensureQueryData(ordersOf(listStateOf(new URL(request.url).searchParams), id)),
    queryClient.ensureQueryData(refundsOf(id)),
  ])
}

/** Orders of one construction. */
export const ConstructionOrdersPage = () => {
  const id = Number(useParams().construction_id)
  return (
    <>
      <PageHead
        title="注文一覧"
        back={{ to: paths.construction(id), label: '工事詳細' }}
        actions={
          <ButtonLink to={paths.cash_list(id)} icon="list">
            当日集金表
          </ButtonLink>
        }
      />
      <OrderList constructionId={id} />
    </>
  )
}
