/** Front door of the orders slice. */
export { settleOrders } from './expire-orders.ts'
export { workPayments } from './payment-work.ts'
export { handleWebhook } from './hear-payment.ts'
export { erasePeopleOfOrders, owesRefundText } from './queries.ts'
export { orderPapers } from './order-papers.ts'
