/** A frequent question that a client starts with; the client changes and deletes them as its own (G-MAS-13). */
interface FirstFaq {
  /** By which the measure of the chatbot names it. */
  key: string
  question: string
  answer: string
  keywords: string
}

/** What residents ask and no data of a dwelling answers (practice §1). Nothing here promises what a company may do otherwise. */
export const firstFaqs: readonly FirstFaq[] = [
  {
    key: 'pets',
    question: 'ペットがいますが、どうすればよいですか。',
    answer: '作業のあいだは、ケージに入れるか、作業をしない部屋で過ごさせてください。玄関を開け閉めしますので、飛び出しにご注意ください。',
    keywords: 'ペット、わんちゃん、犬、いぬ、猫、ねこ、ネコ、うさぎ、インコ、ハムスター、金魚、水槽、飼って、飼い',
  },
  {
    key: 'children',
    question: '小さな子どもや、体調のすぐれない家族がいます。',
    answer: '作業をしない部屋でお過ごしください。ご心配なことは、当日、担当者にお声がけください。',
    keywords:
      '子どもがい、子供がい、こどもがい、小さい子、赤ちゃん、赤ん坊、高齢、病気、体調、妊娠、幼児、乳児、月の子、歳の子、寝たきり、ベッドで寝、介護、車いす、車椅子',
  },
  {
    key: 'stay',
    question: '作業のあいだ、ずっと家にいる必要がありますか。',
    answer:
      '作業のはじめと終わりに、ご確認をお願いします。途中で外出されるときは、担当者にお声がけください。ご不在のままの作業をご希望のときは、「在宅方法」からお選びください。',
    keywords: 'ずっと家、ずっといな、ずっといる、家にいなきゃ、家にいないとだめ、途中で、買い物、ちょっと出',
  },
  {
    key: 'dirt',
    question: '部屋や家具は汚れませんか。',
    answer:
      '作業する場所の床などはシートで保護（養生）し、作業のあとに片付けます。貴重品や壊れやすいものは、あらかじめ別の場所にお移しください。',
    keywords: '汚れ、よごれ、ほこり、埃、養生、土足、靴のまま、くつのまま、拭いて、ふいて、掃除し',
  },
  {
    key: 'identity',
    question: '訪問する人が本物か、確かめる方法はありますか。',
    answer:
      'ドアを開ける前に、会社名と名前をお聞きになり、身分証をお確かめください。ご案内した日時と違う訪問など、ご不審な点があるときは、ドアを開けずにお電話でお確かめください。',
    keywords: '詐欺、さぎ、本物、偽物、怪しい、あやしい、身分証、名札、知らない人、怖い、こわい、不審',
  },
  {
    key: 'enter',
    question: '部屋の中に入りますか。',
    answer: 'お部屋の中での作業がある日を、このページの工事日としてご案内しています。その日に担当者が伺います。',
    keywords: '部屋に入、部屋には入、部屋の中に、家に入、家の中に、入室、上がりますか',
  },
  {
    key: 'photos',
    question: '作業中に写真を撮るのはなぜですか。',
    answer: '工事が正しく行われたことを記録するため、作業する場所の施工前・施工中・施工後を撮影します。',
    keywords: '写真、撮影、カメラ',
  },
  {
    key: 'tea',
    question: 'お茶やスリッパを用意したほうがよいですか。',
    answer: 'ご用意は必要ありません。お心づかいに感謝します。',
    keywords: 'お茶、スリッパ、飲み物、お菓子、心付け',
  },
  {
    key: 'owner',
    question: '賃貸で住んでいます。大家さんへの連絡は必要ですか。',
    answer:
      '建物の工事は、管理組合または建物の所有者が決めたものです。日程のご確認と立会いは、お住まいの方にお願いしています。オプションのお申込みは、事前に大家さんにご確認ください。',
    keywords: '賃貸、借家、大家、オーナー、借りて',
  },
  {
    key: 'family',
    question: '家族が代わりに手続きしてもよいですか。',
    answer: 'はい。ご家族の方も、このページから回答できます。回答のときに「ご家族」をお選びください。',
    keywords: '家族が代わりに、家族でも、代筆',
  },
  {
    key: 'no_smartphone',
    question: 'スマートフォンやメールを使っていません。',
    answer: 'お電話でも受け付けます。メールアドレスの登録は必要ありません。',
    keywords: 'スマホ、スマートフォン、携帯がない、メールがない、ガラケー、パソコンがない、紙で',
  },
  {
    key: 'punctual',
    question: '訪問の時刻は前後しますか。',
    answer: '前のお部屋の作業によって、ご案内した時間帯のなかで前後することがあります。',
    keywords: '前後、遅れる、早く来る、時間ぴったり',
  },
  {
    key: 'weather',
    question: '雨の日でも工事をしますか。',
    answer: 'お部屋の中の工事は、雨の日も予定どおり行います。',
    keywords: '雨、雪、台風、天候、中止',
  },
  {
    key: 'after',
    question: '工事のあとで不具合に気づいたときは、どうすればよいですか。',
    answer: 'お電話でご連絡ください。お部屋番号と、お気づきの点をお知らせいただければ、担当者が確認します。',
    keywords: '工事のあとで、保証、アフター',
  },
]
