import { type OrderStatus, orderStatusLabels } from '@toguchi/domain/orders/labels'
import { StatusBadge, type Tone } from '../ui/Badge.tsx'

const looks: Readonly<Record<OrderStatus, { tone: Tone; mark: 'empty' | 'half' | 'full' | 'square' }>> = {
  initial: { tone: 'neutral', mark: 'empty' },
  unpaid: { tone: 'amber', mark: 'empty' },
  paid: { tone: 'green', mark: 'full' },
  cancel_application: { tone: 'red', mark: 'square' },
  cancel_order: { tone: 'neutral', mark: 'full' },
  failed: { tone: 'neutral', mark: 'square' },
}

/** The state of an order; a cancellation that waits says whether there is money in. */
export const OrderStatusBadge = ({ status, before }: { status: OrderStatus; before?: 'unpaid' | 'paid' | null }) => (
  <StatusBadge {...looks[status]} value={status} testId="order-status">
    {orderStatusLabels[status]}
    {before === 'paid' ? '・入金済' : ''}
  </StatusBadge>
)
