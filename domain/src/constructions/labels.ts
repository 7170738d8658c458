/** Form types of the construction form (spec §2); `all` shows every section. */
export const formTypes = ['overall_schedule', 'representative', 'construction_info', 'photography_places', 'options', 'all'] as const
export type FormType = (typeof formTypes)[number]

/** Kinds of construction (spec §4, G-CST-08). */
export const constructionTypes = ['renewal', 'inspection'] as const
export type ConstructionType = (typeof constructionTypes)[number]
export const constructionTypeLabels: Readonly<Record<ConstructionType, string>> = { renewal: 'リニューアル', inspection: '点検' }

/** Where the electronic signboard lies on the photo (spec §4, G-CST-08); `board` is the default. */
export const electronicSignboardTypes = ['board', 'header', 'footer'] as const
export type ElectronicSignboardType = (typeof electronicSignboardTypes)[number]
export const electronicSignboardTypeLabels: Readonly<Record<ElectronicSignboardType, string>> = {
  board: '黒板',
  header: 'ヘッダー',
  footer: 'フッター',
}

/** Security equipment of the dwellings (spec §4, G-CST-08). */
export const securityEquipments = [
  'alert',
  'fire',
  'alert_fire',
  'gas_alert',
  'gas_alert_security',
  'fire_gas',
  'fire_gas_alert',
  'fire_gas_alert_security',
  'fire_gas_alert_security_call',
] as const
export type SecurityEquipment = (typeof securityEquipments)[number]
export const securityEquipmentLabels: Readonly<Record<SecurityEquipment, string>> = {
  alert: '非常',
  fire: '火災',
  alert_fire: '非常・火災',
  gas_alert: 'ガス・非常',
  gas_alert_security: 'ガス・非常・防犯',
  fire_gas: '火災・ガス',
  fire_gas_alert: '火災・ガス・非常',
  fire_gas_alert_security: '火災・ガス・非常・防犯',
  fire_gas_alert_security_call: '火災・ガス・非常・防犯・呼出',
}
