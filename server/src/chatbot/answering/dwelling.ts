import type { PageOfAnswer } from '@toguchi/domain/chatbot/contract'
import type { LetterValues } from '@toguchi/domain/printing/letters'
import type { OrderOfResident } from '@toguchi/domain/orders/own-contract'
import type { ResidentConstruction } from '@toguchi/domain/residents/contract'

/** What a dwelling's letter says, as far as the chatbot repeats it; empty: it says nothing. */
export type LetterWords = Pick<
  LetterValues,
  '断水' | '停電' | 'トイレ' | '騒音' | 'エレベーター' | '費用' | '片付け' | '担当会社' | '説明会' | '電話番号' | '受付時間'
>

/** Everything that an answer may say: what the resident's own pages and letter say, and nothing else. */
export interface Dwelling {
  own: ResidentConstruction
  letter: LetterWords
  /** Null where the code alone signed in: it sees no orders (D-33). */
  sale: { options: readonly { option_name: string; price_in_tax: number }[]; orders: readonly OwnOrder[] } | null
  documents: readonly string[]
  equipments: readonly string[]
}

export type OwnOrder = Pick<
  OrderOfResident,
  'status' | 'pay_method' | 'total_price_in_tax' | 'payment_period_end_on' | 'why_no_payment' | 'why_no_cancel' | 'has_receipt'
> & { option_names: readonly string[] }

/** An answer from data: where it is read, and the page on which it can be changed. */
export interface Answer {
  text: string
  source: string
  page: PageOfAnswer | null
}
