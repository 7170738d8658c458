/**
 * What happens now and cannot wait for an answer that is typed: water, gas, fire, somebody hurt. Rather once too often: all it costs is a
 * number to call.
 */
const emergency =
  /水(が|も|の)?(漏|もれ|洩|噴|あふれ|溢)|水.{0,6}(ぽたぽた|ぽとぽと|落ちて|垂れて)|漏水|水浸し|びしょ(ぬれ|濡れ)|がす(が|の)?(くさ|臭|漏|もれ|におい|匂)|(こげ|焦げ)(くさ|臭)|(煙|けむり)が?(出|で|上|あが)|火事|火花|火が(出|で)|ばちばち|燃えて|感電し|(けが|怪我)(を)?し|倒れ(た|て)|救急|閉じ込め|とじこめ|報知(器|機).{0,6}(鳴|な)|(水|お湯)(が|も)?(止|と)まらな|あふれて|停電した|停電(し)?て(い)?(る|ます)|(電気|でんき)が(消え|つかない)/

/** What a person has to hear: a complaint, damage, a refusal, something that does not work, or the wish for a person. */
const person = [
  /(茶色|黒|赤|濁|にご|さび|変な)(い|った|っ)?(水|お湯|におい|臭い|匂い|音)|名乗らない|部屋を間違/,
  /ひど(い|か|す)|態度|失礼|苦情|くれーむ|責任者|どうなって|(来|こ)なくて(いい|け|よ)|(い|要)りません$|来なかった|こなかった|(まだ|全然|ぜんぜん)(来|き|こ)(ない|ません)|約束(が|と)(違|ちが)|怒って/,
  /弁償|賠償|(傷|きず)(が|を|だら)|(壊|こわ)(さ|し(た|や)|れ)|へこん|汚され/,
  /(鳴|な|映|うつ|動|うご|つ|開|あ|聞こえ|きこえ|閉ま|しま|戻|もど|流|つなが)(ら|か|れ)?な(い|く)(ん|の|で|です|な|。|$)|故障|不具合|調子が?(悪|わる)|直して|なおして/,
  /断りたい|断る|ことわ(り|る)|拒否|(工事|こうじ).{0,6}(きゃんせる|やめて|やめたい|中止|必要ない|いらない|したくない|受けたくない)/,
  /(担当|人間|人|おぺれーたー|係).{0,6}(話し?たい|話せ|代わって|かわって)|直接(話|お話)|折り返し|電話(を)?(して|かけて)(ほしい|くだ|くれ|もら)/,
]

/** Somebody else's dwelling: its data is nobody's to tell. */
const others =
  /(隣|となり|上の階|下の階|上の(部屋|家)|下の(部屋|家)|向かい|(ほか|他)の(部屋|家|人|住戸)|さん(の)?(お?宅|家|部屋|ところ)|実家|友達|友人|親戚|\d+(号室|室))/

export const isEmergency = (folded: string): boolean => emergency.test(folded)
export const belongsToPerson = (folded: string): boolean => others.test(folded) || person.some(pattern => pattern.test(folded))
