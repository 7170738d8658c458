/** A sentence that asks or wishes for something, not one that tells. Written for folded text. */
export const asksSomething =
  /(か|の|かな|かね|よね|っけ|ほしい|たい|たいです|たいんです|たいの|は|教えて|ください|下さい|お願いします|いい|だめ|無理|いつ|どこ|何|なに|ある|いる|ない|る|ん|ませんか)(です)?(か|が|けど|けれど|のですが)?$|いつ|どこ|どう|何(時|分|日|人|を|が)|いくら|誰/

/** Nothing but a question word: what is asked about stands in the sentence before. */
export const bareQuestion =
  /^(それは|その(時間|間)は?|大体|だいたい)?(何時間|何分|いつ|何時|どの(くらい|ぐらい)|どれ(くらい|ぐらい))(くらい|ぐらい|ごろ|頃|から|まで|の間)*(なん|かか(る|ります))?(です)?(か|の)*$/

/** Whether it is all right, or what to do: about what stands before. */
export const pointsBack =
  /^(それでも?|そういう(とき|場合)は?|その(とき|場合)は?|こういう(とき|場合)は?|で)?((大丈夫|平気|可能|問題な(い|く)|構わない|かまわない|いい|よろしい|おっけー|ok|だめ)(です|でしょう|かな)?(か|の|ね|よね)*|どう(したら|すれば|し|なる|なり)(ます|ましょう|よろしい|いい|ん|の|でしょう|です)*(か|の)*)$/
