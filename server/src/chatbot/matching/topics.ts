/** What the chatbot answers from the dwelling's own data. */
export const topics = [
  'date',
  'change_date',
  'change_deadline',
  'confirm',
  'presence',
  'missed',
  'duration',
  'period',
  'options',
  'payment',
  'cancel_option',
  'receipt',
  'clearing',
  'water',
  'toilet',
  'power',
  'noise',
  'lift',
  'cost',
  'visitors',
  'briefing',
  'documents',
  'equipments',
  'account',
  'contact',
  'greeting',
] as const
export type Topic = (typeof topics)[number]

/** What is shut off while it is worked: asked together as often as alone. */
export const limits: ReadonlySet<Topic> = new Set(['water', 'toilet', 'power', 'noise', 'lift'])

/** The question a topic is offered as. Each is one that the matcher answers with that topic (a test holds it to that). */
export const topicQuestions: Readonly<Record<Exclude<Topic, 'greeting'>, string>> = {
  date: '工事の日はいつですか',
  change_date: '日程を変更したい',
  change_deadline: '変更はいつまでできますか',
  confirm: '日程は確定していますか',
  presence: '留守のときはどうすればいいですか',
  missed: '不在票が入っていました',
  duration: '作業時間はどのくらいですか',
  period: '工事の期間を教えてください',
  options: 'どんなオプションがありますか',
  payment: '支払いについて知りたい',
  cancel_option: '申込みをキャンセルしたい',
  receipt: '領収書がほしい',
  clearing: '片付けておくところはありますか',
  water: '断水はありますか',
  toilet: 'トイレは使えますか',
  power: '停電しますか',
  noise: '騒音はありますか',
  lift: 'エレベーターは使えますか',
  cost: '工事の費用はかかりますか',
  visitors: 'どこの会社の人が来ますか',
  briefing: '説明会はいつですか',
  documents: '資料を見たい',
  equipments: '機器の使い方を知りたい',
  account: '登録内容を変えたい',
  contact: '電話番号を教えてください',
}

interface Vocabulary {
  /** What the topic is about; without one of these it is not asked for. */
  words: RegExp
  weight: number
  /** What makes it likelier still. */
  more?: RegExp
}

/** Written for folded text: katakana are hiragana here. A specific word outweighs a question word that every topic knows. */
export const vocabularies: Readonly<Record<Topic, readonly Vocabulary[]>> = {
  date: [
    {
      words: /いつ|何日|なんにち|何曜|日にち|日時|日程|何時(?!間)|なんじ(?!かん)/,
      weight: 1,
      more: /工事|こうじ|作業|来|きます|くる|きて|いらっしゃ|お越し|おこし|伺|決ま|きまっ|うち|わたし|私|予定|確認|教え|おしえ/,
    },
    {
      words:
        /日程表|(今|来)週(ですか|でした|だった)|工事日|予定日|訪問日|(来|く)る日|(工事|こうじ)の(日|予定)|\d日(で|に)?(合って|あって|間違い|まちがい|よかった|良かった|です(か|よね|ね)|だよね)/,
      weight: 2,
    },
    { words: /終わった|おわった|完了(し|です)/, weight: 1.5, more: /工事|こうじ/ },
  ],
  change_date: [
    {
      words:
        /変更|変え(たい|て|る|ら)|かえ(たい|てほ|られ)|ずらし|延期|別の日|(ほか|他)の日|違う日|(だめ|駄目|むり|無理)に?な|都合(が|の)?(悪|わる|つか|あ)|[行い]けなく|予備日|振替|ふりかえ|(午前|午後)(中)?(に|が|の方)|遅らせ|早めて|(早|遅|近)い日|(もっと|もう少し)(早|遅|はや|おそ)|別日|(土|日)曜(日)?に|重な[っりる]|夕方(から|なら)|(間違え|まちがえ)て選|用事|急用|病院|通院|法事|予定が(入|重|ある)|出られな|でられな/,
      weight: 2.5,
    },
  ],
  change_deadline: [{ words: /いつまで|期限|締め?切り?|しめきり|しめ切り/, weight: 2.6, more: /変更|変え|日程|回答/ }],
  confirm: [{ words: /確定(?!申告)|返事|へんじ|決定|予約|回答|^ok|この日で(いい|よい|大丈夫|だいじょうぶ|ok)|これでいい/, weight: 2.5 }],
  presence: [
    {
      words:
        /留守|るす|不在|いない|いません|居(ない|ません)|いなく|立ち?会|たちあ|鍵|かぎ|補助錠|ほじょじょう|代理|代わりに|かわりに|(誰|だれ)も(い|家)|無人|立ち?合|(主人|夫|妻|旦那|息子|娘|母|父|親|家族|家内|子ども?)(だけ|でも|が(出|で|対応|いる|い|立)|に(頼|お願))|仕事で|入院|抜け(ます|る|て)|開けてもら|帰れ|日中.{0,4}(会社|仕事)|外出|出張|旅行|共働き|預け|あずけ/,
      weight: 2.5,
    },
  ],
  missed: [{ words: /不在票|ふざいひょう|来(て(い)?)?たみたい|紙が(入|は)/, weight: 4 }],
  duration: [
    {
      words:
        /何分|なんぷん|何時間|なんじかん|(どの|どれ)(くらい|ぐらい)(の時間)?(かか|で)|所要|半日|一日(中|がか)|昼(を)?また|すぐ(に)?(終|おわ)|(時間|分)で終|時間(を)?(みて|見て)|作業(時間|じかん)|(時間|じかん)は?(どの|どれ|かか)|(何時|なんじ)に(終|おわ)/,
      weight: 3,
    },
  ],
  period: [
    {
      words:
        /期間|工期|こうき|いつからいつまで|工事全体|全体の(工事|日程)|(建物|まんしょん)(の)?全体|何日間|(工事|こうじ)(は|って)?いつから/,
      weight: 3.5,
    },
  ],
  options: [
    {
      words: /おぷしょん|有料の(やつ|工事|もの)|追加で.{0,6}(頼|たの|つけ|付け)|頼める|たのめる|もにたー|申し?込|もうしこ|注文/,
      weight: 2.5,
      more: /何があ|どんな|いくら|値段|でき|ありますか|したい|いつまで|期限|締/,
    },
  ],
  payment: [
    {
      words:
        /払|はら(う|い|え)|お金|おかね|代金|振込|ふりこみ|こんびに|くれじっと|かーど|現金|決済|ぺいぺい|paypay|電子まねー|引き?落と|分割|口座|手数料/,
      weight: 2.5,
      more: /支払|いつ|期限|済|方法|使え/,
    },
  ],
  cancel_option: [
    { words: /きゃんせる|取り?消|とりけ|やめたい|やめます|やめる|返品|解約|おぷしょん.{0,6}(いらない|要らない|なしに)/, weight: 4.5 },
  ],
  receipt: [{ words: /領収|りょうしゅう|れしーと|いんぼいす|請求書/, weight: 4 }],
  clearing: [
    {
      words:
        /片づ?付?け|かたづけ|かたずけ|どか[しさす]|どけ(る|て|と|た)|散らか|ちらか|かーてん|動か(さ|し|す)|うごか(さ|し|す)|荷物|にもつ|家具|物(が|を)(あ|置|移)|移動し|下駄箱|靴箱|押し?入れ|くろーぜっと|べっど|たんす|そふぁ|本棚|すぺーす|(空|から)に|空け|準備|じゅんび|用意する|しておくこと/,
      weight: 2.5,
    },
  ],
  water: [
    {
      words: /断水|だんすい|お?水(は|が|も|を)?(止|と[まめ]|出|で(る|な|ま)|使|つか)|水道|お湯|風呂|ふろ|しゃわー|洗濯|せんたく|炊事|料理/,
      weight: 3.5,
    },
  ],
  toilet: [{ words: /といれ|お手洗|便所|便座|うぉしゅれっと/, weight: 3.5 }],
  power: [
    {
      words:
        /停電|電気|でんき|冷蔵庫|冷凍|れいぞうこ|ぶれーかー|こんせんと|ぱそこん|wifi|わいふぁい|ねっと(が|は|も|の|使)|てれび|えあこん|電子れんじ|充電|通電/,
      weight: 3.5,
    },
  ],
  noise: [{ words: /騒音|そうおん|うるさ|音(が|は|も|の|と)|おと(が|は|も)|どりる|振動|昼間.{0,4}寝て|夜勤|会議/, weight: 3.5 }],
  lift: [{ words: /えれべーた/, weight: 3.5 }],
  cost: [
    {
      words:
        /費用|ひよう|無料|ただ(です|な|で|か|$)|工事費|料金|いくら|負担|有料|お金(とられ|取られ|かか|が?いる)|(追加|あと)で(お金|料金)/,
      weight: 2.5,
      more: /とられ|取られ|かか|無料|工事/,
    },
  ],
  visitors: [
    {
      words: /(誰|だれ|どなた)(が|か)?(来|く|き|いら)|どこの(会社|業者|人)|会社名|業者(さん)?の(名|会社)|施工会社|何人|何て会社/,
      weight: 3,
    },
  ],
  briefing: [{ words: /説明会|せつめいかい/, weight: 4 }],
  documents: [
    { words: /案内(の紙|状|の手紙)|お知らせ|おしらせ|資料|しりょう|書類|(紙|手紙|ちらし)(を|が)?(な|無|失)くし|図面/, weight: 2.5 },
  ],
  equipments: [{ words: /使い(方|かた)|つかいかた|取り?扱|説明書|まにゅある|操作/, weight: 3 }],
  account: [
    {
      words:
        /ろぐいん|ぱすわーど|めーる|あどれす|登録(内容|情報)|(名前|電話番号|番号|携帯|連絡先)(を|が|の.{0,3}が)(変|かわ|ちが|間違)|認証こーど/,
      weight: 3.2,
    },
  ],
  contact: [
    {
      words: /電話|でんわ|問い?合わ?せ|連絡先|こーるせんたー|番号/,
      weight: 2.5,
      more: /教え|おしえ|何番|つなが|何時|受付時間|土日|曜/,
    },
  ],
  greeting: [
    {
      words:
        /^(こんにち[はわ]|こんばん[はわ]|おはよう(ございます)?|はじめまして|もしもし|(どうも)?ありがとう(ございま(す|した))?|助かりました|わかりました|了解(です|しました)?)$/,
      weight: 9,
    },
  ],
}
