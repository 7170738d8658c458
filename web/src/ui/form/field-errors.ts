/** What a refused write says; the API's error is one. */
export interface Refusal {
  fields: Readonly<Record<string, readonly string[]>>
  fullMessages: readonly string[]
  /** 404: somebody else has deleted what is written here. */
  status?: number
}

/**
 * One spelling for a field of the form and the server's key for it: the form writes `supplier_staffs_attributes.0.name`,
 * the server answers `supplier_staffs[0].name` (specification section 5).
 */
export const fieldKey = (name: string): string => name.replaceAll(/\[(\d+)\]/g, '.$1').replaceAll(/_attributes(?=\.|$)/g, '')

/** The name an input carries in the document, as Rails would read it: `supplier[supplier_staffs_attributes][0][name]` (G-LAY-13). */
export const railsName = (resource: string | undefined, name: string): string => {
  const [first = '', ...rest] = name.split('.')
  return `${resource === undefined ? first : `${resource}[${first}]`}${rest.map(part => `[${part}]`).join('')}`
}

/** An error as it reads under a field: the server leaves the name away (「を入力してください」) unless the text is a sentence of its own. */
export const errorSentence = (label: string, text: string): string => (/^[はがをのとにで]/.test(text) ? `${label}${text}` : text)
