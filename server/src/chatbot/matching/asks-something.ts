/** A sentence that asks or wishes for something, not one that tells. Written for folded text. */
export const asksSomething =
  /(か|の|かな|かね|よね|っけ|ほしい|たい|たいです|たいんです|たいの|は|教えて|ください|下さい|お願いします|いい|だめ|無理|いつ|どこ|何|なに|ある|いる|ない|る|ん|ませんか)(です)?(か|が|けど|けれど|のですが)?$|いつ|どこ|どう|何(時|分|日|人|を|が)|いくら|誰/
