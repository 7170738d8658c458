/** What the lists of managers and tenants call who lives in a dwelling. An owner is not meant: they may live elsewhere. */
const people = ['契約者', 'ご契約者', '世帯主', '居住者', '入居者', '賃借人', '借主', '借家人']

export const nameHeadings: readonly string[] = [
  '名前',
  'お名前',
  'ご氏名',
  '姓名',
  '氏名漢字',
  '漢字氏名',
  '芳名',
  'ご芳名',
  ...people.flatMap(word => [word, `${word}名`, `${word}氏名`]),
]

const kanaWords = ['カナ', 'かな', 'フリガナ', 'ふりがな', 'ヨミガナ', 'よみがな', '読み仮名', '読みがな']

export const kanaHeadings: readonly string[] = [
  ...kanaWords,
  'カナ名',
  'カナ氏名',
  ...['氏名', ...nameHeadings].flatMap(name => kanaWords.map(kana => `${name}${kana}`)),
]

const mobiles = ['携帯', '携帯電話', '携帯番号', '携帯電話番号', '携帯TEL', 'ケータイ', 'モバイル', 'mobile']
const landlines = ['自宅', '自宅電話', '自宅電話番号', '自宅TEL', '固定電話', '固定電話番号', '固定']

/** Telephones: of a mobile and a landline the mobile, where it is filled in. */
export const phoneHeadings = {
  synonyms: ['電話', 'お電話', 'お電話番号', 'TEL', 'TEL番号', 'phone', '連絡先', 'ご連絡先', '連絡先電話番号', ...mobiles, ...landlines],
  takesFirst: /携帯|ケータイ|モバイル|mobile/i,
}

export const mailHeadings: readonly string[] = [
  'メール',
  'メアド',
  'メルアド',
  'mail',
  'mailaddress',
  'Eメール',
  'Eメールアドレス',
  'E-mail',
  'E-mailアドレス',
  'mailアドレス',
  '電子メール',
  '電子メールアドレス',
]
