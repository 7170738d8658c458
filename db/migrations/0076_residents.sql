-- 氏名（カナ） of residents (D-36).
alter table residents add column name_kana text;

/*
 * A name as it is compared when somebody is looked for: as `foldName` of domain/src/text/person-names.ts does, and in its order. Blanks, the
 * dot between the parts of a foreign name and what chooses the shape of a kanji are ignored; capitals, hiragana and the variants of kanji stand
 * for the usual character (decision 057). Of built-in functions alone and of no table, so that it may be computed wherever a row lies.
 */
create function fold_name(given_name text) returns text
language sql immutable strict parallel safe as $$
  select translate(
    regexp_replace(normalize(given_name, nfkc),
      '[\u0009-\u000D\u0020\u00B7\u1680\u200B-\u200D\u2028\u2029\u2060\u30FB\uFE00-\uFE0F\uFEFF\U000E0100-\U000E01EF]', '', 'g'),
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
      'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖゝゞ'
      '髙﨑嵜㟢邊邉齊斎齋澤濱濵廣嶋嶌國瀨栁桺𠮷冨薮籔櫻龍瀧關鹽黑檜惠德眞實壽寬榮圓穐龝淵渊舩槗舘蘆莊薗藏曾增總舍條乘龜佛傳醫兒來處劍劒勳區參雙臺營團圖壯聲賣變奧學寶寳將巖嶽峯當彌恆悅戶拔拜擴擧擇數舊晝晄晉曉'
      '曆杤桒楳樓樂樣橫歡步每氣冲淺淨淚溫灣滿點爲燒燈獻瑤疊發縣礪禰禪祕稻穗穰竃粹絲經繼續綠繩縱聰藝莖蔣薰螢蠣衞覺覽觀譯證諫讀豐贊賴轉輕辭遙郞鄕鄉醉釋鐵鐡錢銳錄鎭鬪隱險雜靈靑靜頰顏顯驛驅騷驗鷗鶯鷄雞麥黃默禱頸'
      '俠堯槇凜煕凞亙頴篭睿昻曻桝櫟湧珎翆讓鄰鴈靱鰺靏靍麴亞惡圍壹應假價畫會繪勸卷據峽狹徑溪檢權嚴效號濟棧殘齒濕寫從澁獸肅敍奬壤孃釀觸寢愼盡隨樞攝專戰潛纖搜插巢裝屬對體帶單擔彈斷遲蟲廳聽敕黨獨屆貳霸廢髮竝辨瓣'
      '辯襃飜萬藥豫餘與譽搖謠亂兩獵壘勵禮齡戀爐勞祗',
    'abcdefghijklmnopqrstuvwxyz'
      'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶヽヾ'
      '高崎崎崎辺辺斉斉斉沢浜浜広島島国瀬柳柳吉富藪藪桜竜滝関塩黒桧恵徳真実寿寛栄円秋秋渕渕船橋館芦荘園蔵曽増総舎条乗亀仏伝医児来処剣剣勲区参双台営団図壮声売変奥学宝宝将巌岳峰当弥恒悦戸抜拝拡挙択数旧昼晃晋暁'
      '暦栃桑梅楼楽様横歓歩毎気沖浅浄涙温湾満点為焼灯献瑶畳発県砺祢禅秘稲穂穣竈粋糸経継続緑縄縦聡芸茎蒋薫蛍蛎衛覚覧観訳証諌読豊賛頼転軽辞遥郎郷郷酔釈鉄鉄銭鋭録鎮闘隠険雑霊青静頬顔顕駅駆騒験鴎鴬鶏鶏麦黄黙祷頚'
      '侠尭槙凛熙熙亘穎籠叡昂昇枡檪涌珍翠譲隣雁靭鯵鶴鶴麹亜悪囲壱応仮価画会絵勧巻拠峡狭径渓検権厳効号済桟残歯湿写従渋獣粛叙奨壌嬢醸触寝慎尽随枢摂専戦潜繊捜挿巣装属対体帯単担弾断遅虫庁聴勅党独届弐覇廃髪並弁弁'
      '弁褒翻万薬予余与誉揺謡乱両猟塁励礼齢恋炉労祇')
$$;

-- What people are found by: name and reading, on two lines so that no search runs from one into the other.
alter table residents add column name_key text not null
  generated always as (coalesce(fold_name(name), '') || E'\n' || coalesce(fold_name(name_kana), '')) stored;
