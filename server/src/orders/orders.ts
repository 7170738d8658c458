/** Front door of the orders slice. */
export { settleOrders } from './expire-orders.ts'
export { workPayments } from './payments/payment-work.ts'
export { handleWebhook } from './payments/apply-payment-fact.ts'
export { erasePeopleOfOrders, owesRefundText } from './queries.ts'
export { listOffered } from './queries.ts'
export { presentOwnOrders } from './present.ts'
export { orderPapers } from './lists/order-papers.ts'
export { changeSaleSettings } from './sale-settings.ts'
