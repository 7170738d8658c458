/** Where each entity of the specification stands in answers (R3-…): the keys that hold one or several of it. `''` is the answer itself. */
const entities: Readonly<Record<string, readonly string[]>> = {
  CLIENT: ['client', 'clients'],
  BUILDING: ['building', 'buildings'],
  CONSTRUCTION: ['construction', 'constructions'],
  FLATCONSTRUCTION: ['flat_constructions'],
  ASSIGNEDCONTRACTOR: ['assigned_contractors'],
  CONSTRUCTIONSOPTION: ['constructions_options', 'constructions_option'],
  PHOTOENTRY: ['common_photography_places', 'private_photography_places'],
  ROOM: ['room', 'rooms'],
  ASSIGN: ['assign', 'assigns'],
  TIMEFRAME: ['construction_time_frames', 'construction_time_frame'],
  SPAREFRAME: ['spare_frames'],
  MAXFRAME: ['maximum_frame'],
  RESIDENT: ['resident', 'data'],
  USER: ['user', 'users', 'data', 'staff', 'staffs', 'craftsman', 'craftsmans'],
  CONTRACTOR: ['contractor', 'contractors'],
  CRAFTSMAN: ['craftsman', 'craftsmans'],
  SUPPLIER: ['supplier', 'suppliers'],
  SUPPLIERSTAFF: ['supplier_staffs'],
  DEPARTMENT: ['department', 'departments'],
  OPTION: ['option', 'options'],
  ORDER: ['order', 'orders'],
  ORDERDETAIL: ['order_details'],
  HANDLINGEQUIPMENT: ['handling_equipment', 'handling_equipments'],
  BUILDINGSUPPORT: ['building_support_version', 'building_support_versions'],
  CUSTOMERSUPPORT: ['customer_support_version', 'customer_support_versions'],
  INCOMPLETEREASON: ['incomplete_reason', 'incomplete_reasons'],
  PHOTOPLACE: ['photography_place', 'photography_places'],
  COMPLETIONREPORT: ['completion_report', 'completion_reports'],
  COMMONAREAIMAGE: ['common_area_image', 'common_area_images'],
  ROOMIMAGE: ['room_image', 'room_images'],
  CONSTRUCTIONORDER: ['construction_order', 'construction_orders'],
  SIGNBOARDCONTRACTOR: ['electronic_signboard_contractor', 'electronic_signboard_contractors'],
}

/** Rows whose field has another name or place in the answer than the row's id says. */
const elsewhere: Readonly<Record<string, string>> = {
  'R3-CLIENT-representative_email-format': 'client,clients:representative_email',
  'R3-ASSIGN-construction_time_frame': 'assign,assigns:construction_time_frame_id',
  'R3-CLIENT-logo': 'client,clients:logo_path',
  'R3-CONSTRUCTION-preparation_days-calendar': 'construction:preparation_days_calendar',
  'R3-CONSTRUCTION-common_area_holidays-calendar': 'construction:common_area_holidays_calendar',
  'R3-CONSTRUCTION-privately_area_holidays-calendar': 'construction:privately_area_holidays_calendar',
  'R3-ASSIGNEDCONTRACTOR-_destroy': 'construction:assigned_contractors',
  'R3-ASSIGNEDCONTRACTOR-assigned_craftsmans_attributes-craftsman_id': 'assigned_craftsmans:craftsman_id',
  'R3-PHOTOENTRY-remarks-common-only': 'common_photography_places:remarks',
  'R3-CLIENT-count-buildings': 'client,clients:buildings_count',
  'R3-CLIENT-count-rooms': 'client,clients:rooms_count',
  'R3-CLIENT-count-users': 'client,clients:users_count',
  'R3-CLIENT-count-craftsmen': 'client,clients:craftsmen_count',
  'R3-CLIENT-count-residents': 'client,clients:residents_count',
  'R3-USER-me-client-cd': 'client:cd',
  'R3-USER-me-client-logo_path': 'client:logo_path',
  'R3-DOC-attachment_file': 'attachment_file,attachment_files:file_url',
  'R3-DOC-building_document': 'building_document,building_documents:file_url',
  'R3-DOC-in_house_document': 'in_house_document,in_house_documents:file_url',
  'R3-DOC-document': 'document,documents:file_url',
  'R3-BUILDINGSUPPORT-user_or_operator': 'building_support_version,building_support_versions:user',
  'R3-CUSTOMERSUPPORT-user_or_operator': 'customer_support_version,customer_support_versions:user',
  'R3-RECEPTIONTYPE': 'reception_types:name',
  'R3-COMPLETIONREPORT-items': 'completion_report,completion_reports:completion_report_items',
  'R3-COMPLETIONREPORT-item_units': 'completion_report_items:completion_report_item_units',
  'R3-COMPLETIONREPORT-item_units-name': 'completion_report_item_units:name',
  'R3-COMPLETIONREPORT-item_units-is_default': 'completion_report_item_units:is_default',
  'R3-COMMONAREAIMAGE-file': 'common_area_image,common_area_images:file_url',
  'R3-ROOMIMAGE-file': 'room_image,room_images:file_url',
}

/** What an answer loses to see whether the row's test misses it, as server/test/lose-field.ts reads it; undefined for a row of no field. */
export const lossOf = (id: string): string | undefined => {
  if (elsewhere[id] !== undefined) return elsewhere[id]
  // A setting of who gets copies shows in the mails themselves.
  if (id.startsWith('R3-CLIENT-notify-')) return `mails:${id.endsWith('_bcc') ? 'bcc' : 'cc'}`
  const [, entity = '', ...rest] = id.split('-')
  const keys = id.startsWith('R3-') ? entities[entity] : undefined
  const field = rest.join('-').replace(/^me-/, '')
  return keys === undefined || field === '' ? undefined : `${keys.join()}:${field}`
}
