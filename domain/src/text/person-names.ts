/**
 * How a name is compared when somebody is looked for (D-36): as it is heard and not as it is written. Spaces, widths, capitals, hiragana and
 * katakana, and the variants in which a family writes its kanji make no difference; small and large kana do. `fold_name` of the database
 * (migration 0076) does the same; a test holds the two together, so a change here needs a migration there (decision 057).
 */
export const foldName = (name: string): string =>
  Array.from(name.normalize('NFKC').replaceAll(ignored, ''), character => folded.get(character) ?? character).join('')

/** Blanks, the dot between the parts of a foreign name, joiners, and what only chooses the shape of a kanji (IVS). */
const ignored = /\s|[·・]|[\u200B\u200C\u2060]|\u200D|[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}]/gu

/** Kanji that names are written with in several ways; each stands for the first of its group. */
const kanjiVariants = `
  高髙 崎﨑嵜㟢 辺邊邉 斉齊斎齋 沢澤 浜濱濵 広廣 島嶋嶌 国國 瀬瀨 柳栁桺 吉𠮷 富冨 藪薮籔 桜櫻 竜龍 滝瀧 関關 塩鹽 黒黑
  桧檜 恵惠 徳德 真眞 実實 寿壽 寛寬 栄榮 円圓 秋穐龝 渕淵渊 船舩 橋槗 館舘 芦蘆 荘莊 園薗 蔵藏 曽曾 増增 総總 舎舍 条條
  乗乘 亀龜 仏佛 伝傳 医醫 児兒 来來 処處 剣劍劒 勲勳 区區 参參 双雙 台臺 営營 団團 図圖 壮壯 声聲 売賣 変變 奥奧 学學
  宝寶寳 将將 巌巖 岳嶽 峰峯 当當 弥彌 恒恆 悦悅 戸戶 抜拔 拝拜 拡擴 挙擧 択擇 数數 旧舊 昼晝 晃晄 晋晉 暁曉 暦曆 栃杤
  桑桒 梅楳 楼樓 楽樂 様樣 横橫 歓歡 歩步 毎每 気氣 沖冲 浅淺 浄淨 涙淚 温溫 湾灣 満滿 点點 為爲 焼燒 灯燈 献獻 瑶瑤
  畳疊 発發 県縣 砺礪 祢禰 禅禪 秘祕 稲稻 穂穗 穣穰 竈竃 粋粹 糸絲 経經 継繼 続續 緑綠 縄繩 縦縱 聡聰 芸藝 茎莖 蒋蔣
  薫薰 蛍螢 蛎蠣 衛衞 覚覺 覧覽 観觀 訳譯 証證 諌諫 読讀 豊豐 賛贊 頼賴 転轉 軽輕 辞辭 遥遙 郎郞 郷鄕鄉 酔醉 釈釋 鉄鐵鐡
  銭錢 鋭銳 録錄 鎮鎭 闘鬪 隠隱 険險 雑雜 霊靈 青靑 静靜 頬頰 顔顏 顕顯 駅驛 駆驅 騒騷 験驗 鴎鷗 鴬鶯 鶏鷄雞 麦麥 黄黃
  黙默 祷禱 頚頸 侠俠 尭堯 槙槇 凛凜 熙煕凞 亘亙 穎頴 籠篭 叡睿 昂昻 昇曻 枡桝 檪櫟 涌湧 珍珎 翠翆 譲讓 隣鄰 雁鴈 靭靱
  鯵鰺 鶴靏靍 麹麴 亜亞 悪惡 囲圍 壱壹 応應 仮假 価價 画畫 会會 絵繪 勧勸 巻卷 拠據 峡峽 狭狹 径徑 渓溪 検檢 権權 厳嚴
  効效 号號 済濟 桟棧 残殘 歯齒 湿濕 写寫 従從 渋澁 獣獸 粛肅 叙敍 奨奬 壌壤 嬢孃 醸釀 触觸 寝寢 慎愼 尽盡 随隨 枢樞
  摂攝 専專 戦戰 潜潛 繊纖 捜搜 挿插 巣巢 装裝 属屬 対對 体體 帯帶 単單 担擔 弾彈 断斷 遅遲 虫蟲 庁廳 聴聽 勅敕 党黨
  独獨 届屆 弐貳 覇霸 廃廢 髪髮 並竝 弁辨瓣辯 褒襃 翻飜 万萬 薬藥 予豫 余餘 与與 誉譽 揺搖 謡謠 乱亂 両兩 猟獵 塁壘 励勵
  礼禮 齢齡 恋戀 炉爐 労勞 祇祗
`

const kana =
  'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖゝゞ'

/** What stands for what: a variant for the usual kanji, hiragana for katakana, a capital for its small letter. */
const folded: ReadonlyMap<string, string> = new Map([
  ...kanjiVariants
    .trim()
    .split(/\s+/u)
    .flatMap(group => {
      const [usual = '', ...variants] = group
      return variants.map((variant): [string, string] => [variant, usual])
    }),
  ...Array.from(kana, (character): [string, string] => [character, String.fromCodePoint(character.codePointAt(0)! + 0x60)]),
  ...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', (letter): [string, string] => [letter, letter.toLowerCase()]),
])

/** Every character that is folded, for the test that holds the database to it. */
export const foldedCharacters: readonly string[] = [...folded.keys()]
