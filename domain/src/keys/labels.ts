/** Names of the fields of a key's custody, keyed as errors are. */
export const keyLabels = {
  received_from: '鍵を渡された方',
  returned_to: 'お返しした方',
  signature: 'サイン',
  photo: '鍵の写真',
  lent_to_user_id: '持ち出す職人',
  note: 'メモ',
  handed_at: '受け渡しの日時',
  sha256: '鍵の写真',
} as const
