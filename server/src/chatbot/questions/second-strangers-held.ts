import type { Question } from './question.ts'

/** A second hundred by somebody who has not read the matcher; held back: nobody who tunes it reads them. */
export const secondStrangersHeld: readonly Question[] = [
  // When they come
  { asked: '301なんですけど、うちに来るのは何日の何時頃になりますかね', right: ['date'], says: ['12月10日', '1:00–3:00'] },
  { asked: 'いつくんの？', right: ['date'], says: ['12月10日'] },
  { asked: 'こうじび', right: ['date'], says: ['12月10日'] },
  {
    asked: 'お手紙が来たんですが字が小さくて読めません。いつ来られるのか教えて下さい',
    right: ['date'],
    says: ['12月10日'],
  },
  { asked: '午前ですか午後ですか', right: ['date'], says: ['午後'] },
  { asked: '工事じつはいつですか', right: ['date'], says: ['12月10日'] },
  { asked: 'インターホン 交換 いつ わたしの へや', right: ['date'], says: ['12月10日'] },
  { asked: '来週の木曜でしたっけ、それとも再来週？', right: ['date'], says: ['12月10日'] },
  {
    asked: '夜勤明けで寝てる時間なので何時に来るかだけ先に知りたいんですが',
    right: ['date'],
    says: ['1:00–3:00'],
  },
  {
    asked: 'うちだけまだ日にちの連絡が来てないんですけど、もう決まってます？',
    dwelling: 'undecided',
    right: ['date'],
    saysNot: ['12月10日'],
  },
  {
    asked: 'はがきに書いてあった日時をなくしてしまいました。もう一度教えてもらえますか',
    dwelling: 'open',
    right: ['date'],
    says: ['12月10日'],
  },
  {
    asked: 'この前留守にしててすみません。次はいつ来てもらえますか',
    dwelling: 'absent',
    right: ['missed', 'date', 'change_date'],
  },
  {
    asked:
      '83歳の母がひとりで住んでおりまして、耳が遠いので業者さんとのやりとりが難しいと思います。私は大阪におりますので新幹線を取らないといけません。何日に行けば立ち会えますでしょうか',
    right: ['date', 'presence'],
  },
  {
    asked: '12月10日で合ってますよね？隣の人は9日って言ってたので不安になって',
    right: ['date', 'confirm'],
    says: ['12月10日'],
  },

  // Another day
  {
    asked: 'すみません、その日どうしても仕事が休めなくて、別の日にしていただくことはできますでしょうか',
    right: ['change_date'],
  },
  { asked: '日にち変えたい', right: ['change_date'] },
  { asked: '午前中にして', right: ['change_date'] },
  { asked: '病院の予約と重なっとるけん、ずらしてもらえんやろか', right: ['change_date'] },
  {
    asked: 'やっぱり17日の午後に変更お願いします',
    dwelling: 'late',
    right: ['change_date', 'change_deadline'],
    says: ['日程の変更受付は終了しました'],
  },
  {
    asked: '子どもが熱を出しちゃって…延期ってできますか？当日でも大丈夫？',
    dwelling: 'late',
    right: ['change_date', 'change_deadline'],
  },
  { asked: 'へんこう　したいです　しごと　やすみ　ない', right: ['change_date'] },
  { asked: '土日にやってもらえませんか平日は無理です', right: ['change_date'] },
  {
    asked: 'できれば10日は避けてほしいんですが',
    dwelling: 'undecided',
    right: ['change_date', 'handover'],
    saysNot: ['12月10日'],
  },
  {
    asked: 'シフトが出るのが25日なんですけど、それからでも日程の変更って間に合いますか',
    right: ['change_deadline', 'change_date'],
    says: ['11月26日'],
  },
  { asked: '日程変更いつまで', right: ['change_deadline', 'change_date'], says: ['11月26日'] },

  // Is it settled
  { asked: 'この日で大丈夫なんですけど何か返事しないとダメですか', dwelling: 'open', right: ['confirm'] },
  { asked: 'OKです10日でお願いします', dwelling: 'open', right: ['confirm'] },
  { asked: 'ちゃんと申し込みできてるか不安です。確定になってますか？', right: ['confirm', 'date'] },

  // Who is at home
  { asked: 'たちあいっt絶対しないとだめ？', right: ['presence'] },
  { asked: '仕事で家に誰もいません。管理人さんに鍵を預けてやってもらうのは可能ですか？', right: ['presence'] },
  { asked: '当日は娘が代わりにおりますがよろしいでしょうか', right: ['presence'] },
  { asked: '私いないけど高校生の息子だけでもいい？', right: ['presence', 'handover'] },
  {
    asked: 'オーナーです。部屋は今空室で、私は福岡に住んでいます。立会いは誰がすればいいですか',
    right: ['presence', 'handover'],
  },
  { asked: '留守でもやってもらえますか', right: ['presence'] },
  { asked: '帰ってきたらドアに紙がはさまってました。どうすればいいの？', dwelling: 'absent', right: ['missed'] },
  { asked: 'うっかり忘れて出かけちゃった…ごめんなさい', dwelling: 'absent', right: ['missed', 'change_date'] },

  // How long
  { asked: 'どれぐらいで終わりますか。3時半に保育園のお迎えがあります', right: ['duration'] },
  { asked: '所要時間', right: ['duration'] },
  { asked: '１時に来たら何時頃に帰らはります？', right: ['duration'] },
  {
    asked: 'マンション全体だと工事は何日から何日までやってるんですか',
    right: ['period'],
    says: ['12月1日', '12月18日'],
  },

  // Options and money
  { asked: 'モニター大きいのにするといくら上乗せになりますか', right: ['options', 'cost'], says: ['11,000'] },
  { asked: '子機を寝室にも一個つけたいんだけど', right: ['options'] },
  { asked: 'オプションって何がありますか？', dwelling: 'plain', right: ['options'], saysNot: ['大型モニター'] },
  { asked: 'コンビニで払うやついつまででしたっけ', dwelling: 'unpaid', right: ['payment'], says: ['11月26日'] },
  { asked: 'おかねは　どうやって　はらいますか', dwelling: 'unpaid', right: ['payment'] },
  { asked: '代金はもう引き落とされてますか', right: ['payment'] },
  { asked: '頼んだ大きいモニター、やっぱりいらないって家族に言われたのでやめたい', right: ['cancel_option'] },
  { asked: '会社に出すのでりょうしゅうしょｋください', dwelling: 'closed', right: ['receipt'] },
  { asked: 'これってお金とられるの？', right: ['cost'], says: ['工事の費用はかかりません'] },
  { asked: '費用は大家さん持ちですか、それとも借りてる私ですか', right: ['cost'] },
  { asked: 'お金　いくら', right: ['cost'], says: ['工事の費用はかかりません'] },

  // To be ready
  {
    asked: '玄関に自転車と段ボールが山積みなんですが全部どけなきゃいけないですか？',
    right: ['clearing'],
    says: ['約1m'],
  },
  { asked: '何か準備しとくことある？', right: ['clearing'] },
  {
    asked: '重たい下駄箱があって年寄り一人では動かせません。動かさないとだめでしょうか',
    right: ['clearing', 'handover'],
  },

  // Water, power, noise
  { asked: '水はいつ止まりますか？赤ちゃんのミルクを作るので', right: ['water'], says: ['9:00〜12:00'] },
  { asked: '断水ありまふか', right: ['water'], says: ['9:00〜12:00'] },
  { asked: '洗濯機を朝まわしたいんですけど何時までならOK？', right: ['water'], says: ['9:00〜12:00'] },
  { asked: '当日お水は使えますか？', dwelling: 'plain', right: ['water', 'handover'], saysNot: ['9:00〜12:00'] },
  {
    asked: 'おトイレが近いもので…工事の間ずっと我慢しないといけませんか',
    right: ['toilet'],
    says: ['断水のあいだは使えません'],
  },
  { asked: 'トイレながせる？', right: ['toilet'], says: ['断水のあいだは使えません'] },
  { asked: '在宅ワークなんですがネットや電気が切れることはありますか？', right: ['power'] },
  { asked: '冷蔵庫の中身が心配です。電気止まりますか', right: ['power'], says: ['ありません'] },
  { asked: '夜勤で昼間寝ています。音はうるさいですか？', right: ['noise'], says: ['10:00〜16:00'] },
  { asked: '足が悪いのでエレベーターが止まると困ります。動いてますか', right: ['lift'], says: ['使えます'] },

  // Who, what, where to ask
  { asked: '来られるのは何という会社の方ですか', right: ['visitors'], says: ['多摩電設株式会社'] },
  { asked: '説明会は何時からですか、どこでやるんですか', right: ['briefing'], says: ['10:00'] },
  { asked: '工程表もう一回見たいんですが捨てちゃいました', right: ['documents'] },
  {
    asked: '新しいインターホンの使い方がわからん 説明書どこ',
    dwelling: 'closed',
    right: ['equipments'],
    says: ['取扱説明書'],
  },
  { asked: 'パスワード忘れた', right: ['account'] },
  { asked: '電話番号を教えてください。人と話したいです', right: ['contact', 'handover'], says: ['0120-000-000'] },
  { asked: '今日は祝日だけど電話つながります？', right: ['contact'], says: ['平日9:00〜17:00'] },

  // Frequent questions
  { asked: 'うちのワンコすごく吠えるし噛むかもしれないんですけど大丈夫でしょうか', right: ['faq:pets'] },
  { asked: '一歳と三歳がいて走り回るので危なくないか心配', right: ['faq:children'] },
  { asked: '来てもらってる間に近所のスーパーまで行ってきても平気ですか', right: ['faq:stay'] },
  { asked: '壁紙張り替えたばかりなんだけど汚さない？', right: ['faq:dirt'] },
  {
    asked: 'ピンポンが鳴っても誰だかわからんと開けられんのよ。業者さんやて証明できるもん持ってはるん？',
    right: ['faq:identity'],
  },
  { asked: '賃貸なんですけど管理会社に言わずに進めちゃっていいんですか？', right: ['faq:owner'] },
  { asked: '来月頭に出ていくので工事の日にはもう住んでいません', right: ['faq:moving'] },
  {
    asked: 'トラックがうちの駐車スペースの前に停まると車が出せません。どこに置きますか',
    right: ['faq:parking', 'handover'],
  },
  {
    asked: 'これは孫の携帯を借りております。わたくしは電話しか持っておりませんが宜しいですか',
    right: ['faq:no_smartphone'],
  },

  // For a person
  { asked: '台所の下から水がどんどん出てきて止まりません助けて', right: ['emergency'] },
  { asked: 'ガスくさい', right: ['emergency'] },
  { asked: 'さっきから火災報知器が鳴りやまないんですけど火は見えません', right: ['emergency'] },
  {
    asked: '工事のあとからインターホンが鳴らない。宅配が3回も持ち帰りになった。どうしてくれるんですか',
    dwelling: 'closed',
    right: ['handover', 'faq:after'],
  },
  { asked: '作業の人が床に傷つけていきました。弁償してもらえますか', dwelling: 'closed', right: ['handover'] },
  { asked: '職人さんの態度が最悪でした。名前教えて', dwelling: 'closed', right: ['handover'] },
  { asked: 'うちは工事お断りします。勝手に入らないでください', right: ['handover'] },
  { asked: '上の階の足音が毎晩うるさいので注意してもらえませんか', right: ['handover'] },
  { asked: 'ゴミ置き場のカギが壊れています', right: ['handover'] },
  { asked: '502の鈴木さんは何日ですか？一緒に立ち会おうと思って', right: ['handover'], saysNot: ['12月10日'] },
  { asked: '隣の部屋の人がもう引っ越したかどうかわかりますか', right: ['handover'] },
  {
    asked: '女の人に来てもらうことはできますか？一人暮らしで男の人を部屋に入れるのは抵抗があります',
    right: ['handover'],
  },
  { asked: '今日の1時からずっと待ってるんだけど誰も来ない', right: ['handover', 'date'] },
  { asked: '管理費の値上げっていつからですか', right: ['handover'], saysNot: ['12月10日'] },
  { asked: '駐輪場のステッカーを失くしました再発行できますか', right: ['handover', 'faq:parking'] },
  { asked: 'エアコンの調子もついでに見てくれますか', right: ['handover'] },
  {
    asked: '人工呼吸器を使っている父がいます。当日電源が落ちたら命に関わるので必ず責任者から電話ください',
    right: ['handover'],
  },
  { asked: '配管の材質は何になるんでしょうか。前の工事では鉛管が残ってると聞きましたが', right: ['handover'] },
  { asked: 'アンケートに書いた件どうなりましたか まだ返事がありません', right: ['handover'] },
  { asked: 'この工事のせいで店を休むことになるので休業補償をしてほしい', right: ['handover'] },
]
