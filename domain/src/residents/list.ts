/** What the list of a construction's residents is sorted by; `place` is the order of the rooms in the building. */
export const residentColumns = ['place', 'name_kana', 'phone', 'email', 'reception_status_en', 'uses_page'] as const

/** Whether a dwelling can be reached at all: by telephone or mail. */
export const contactFilters = ['none', 'some'] as const
export const contactFilterLabels: Readonly<Record<(typeof contactFilters)[number], string>> = { none: '連絡先なし', some: '連絡先あり' }
