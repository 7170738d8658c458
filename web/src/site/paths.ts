/** An id in an address, or the placeholder of a route pattern. */
type Id = number | `:${string}`
/** A text in an address: a uuid, or the placeholder of a route pattern. */
const part = (text: string): string => encodeURIComponent(text).replace(/^%3A/, ':')

const constructionPath = (construction_id: Id | 'new', tail: string) => `/constructions/${construction_id}/${tail}`
const buildingPath = (building_id: Id, tail: string) => `/buildings/${building_id}/${tail}`
const roomPath = (client: string, construction: string, room: string, tail: string) =>
  `/residents/clients/${part(client)}/constructions/${part(construction)}/rooms/${part(room)}/${tail}`

/**
 * Every address a person can be sent to (specification section 2). Links, redirects, routes and tests take their paths from here;
 * a route's pattern is the same function called with placeholders: `paths.building(':id')`.
 */
export const paths = {
  login: () => '/',
  buildings: () => '/buildings',
  completion_report_settings: () => '/completion_report_settings',
  completion_reports: () => '/completion_reports',
  construction_orders: () => '/construction_orders',
  constructions: () => '/constructions',
  contractors: () => '/contractors',
  dashboard: () => '/dashboard',
  departments: () => '/departments',
  electronic_signboard_contractors: () => '/electronic_signboard_contractors',
  /** Not among the 94 of the specification either, as its details. */
  faqs: () => '/faqs',
  incomplete_reasons: () => '/incomplete_reasons',
  login_id_reminder: () => '/login_id_reminder',
  login_id_reminder_show: () => '/login_id_reminder/show',
  mypage: () => '/mypage',
  email_confirmed: () => '/mypage/email_confirmed',
  /** Where the owner of an account agrees to an address that somebody else asked for; not among the 94 either (decision 025). */
  email_consent: () => '/mypage/email_consent',
  options: () => '/options',
  orders: () => '/orders',
  password_reminder: () => '/password_reminder',
  password_reminder_edit: () => '/password_reminder/edit',
  photography_places: () => '/photography_places',
  privacy_policy: () => '/privacy_policy',
  remaining_constructions: () => '/remaining_constructions',
  settings: () => '/settings',
  staffs: () => '/staffs',
  suppliers: () => '/suppliers',
  terms: () => '/terms',
  not_found: () => '/404',
  /** 特定商取引法に基づく表記; not among the 94 of the specification, asked for by D-16. */
  legal_notice: () => '/legal_notice',

  admin_admins: () => '/admin/admins',
  admin_clients: () => '/admin/clients',
  admin_dashboard: () => '/admin/dashboard',
  admin_operators: () => '/admin/operators',
  admin_orders: () => '/admin/orders',
  admin_admin: (id: Id) => `/admin/admins/${id}`,
  admin_client: (id: Id) => `/admin/clients/${id}`,
  admin_operator: (id: Id) => `/admin/operators/${id}`,
  admins_login: () => '/admins/login',
  admins_top: () => '/admins/top',
  operators_login: () => '/operators/login',

  /** A craftsman's one-time link (decision 084), short because it stands in messages (D-35); not among the 94 of the specification. */
  craftsman_link: (token: string) => `/s/${part(token)}`,
  /** Where a craftsman has one sent; neither. */
  sign_in_link: () => '/login_link',
  change_password: () => '/craftsman/change_password',
  download_app: () => '/craftsman/download_app',

  resident_top: () => '/residents/top',
  resident_edit: () => '/residents/edit',
  resident_documents: () => '/residents/documents',
  resident_handling_equipments: () => '/residents/handling_equipments',
  resident_logout: () => '/residents/logout',
  resident_orders: () => '/residents/request_option_histories',
  resident_date: () => '/residents/change_construction_date_form',
  resident_presence: () => '/residents/presence',
  resident_options: () => '/residents/change_construction_options',
  resident_password_reminder_edit: () => '/residents/password_reminder/edit',
  /** The page of a 不在票; not among the 94 of the specification, asked for by D-34. */
  resident_absence: (client_uuid: string, token: string) => `/residents/clients/${part(client_uuid)}/absence/${part(token)}`,
  /** What 「まもなく伺います」 leads to; not among the 94 of the specification (feature 13). */
  resident_visit_notice: (notice_uuid: string) => `/residents/visit_notices/${part(notice_uuid)}`,
  /** A completion book that was opened to somebody without an account (decision 041). */
  shared_book: (client_uuid: string, token: string) => `/completion_books/${part(client_uuid)}/${part(token)}`,
  resident_room_select: (client_uuid: string, construction_uuid: string) =>
    `/residents/clients/${part(client_uuid)}/constructions/${part(construction_uuid)}/room_select`,
  resident_authentication_code: (client_uuid: string, construction_uuid: string, room_uuid: string) =>
    roomPath(client_uuid, construction_uuid, room_uuid, 'authentication_code'),
  resident_confirmation_code: (client_uuid: string, construction_uuid: string, room_uuid: string) =>
    roomPath(client_uuid, construction_uuid, room_uuid, 'confirmation_code'),
  resident_login: (client_uuid: string, construction_uuid: string, room_uuid: string) =>
    roomPath(client_uuid, construction_uuid, room_uuid, 'login'),
  resident_login_id_reminder: (client_uuid: string, construction_uuid: string, room_uuid: string) =>
    roomPath(client_uuid, construction_uuid, room_uuid, 'login_id_reminder'),
  resident_password_reminder: (client_uuid: string, construction_uuid: string, room_uuid: string) =>
    roomPath(client_uuid, construction_uuid, room_uuid, 'password_reminder'),

  /** 電話受付; and which dwellings have not answered. Not among the 94 of the specification (decision 017). */
  desk: () => '/desk',
  /** 本日の電話 (decision 049). */
  calls: () => '/calls',
  answer_board: (construction_id: Id) => constructionPath(construction_id, 'answer_board'),
  /** 送信状況, not among the 94 of the specification either (decision 021). */
  construction_history: (construction_id: Id) => constructionPath(construction_id, 'history'),
  messages: (construction_id: Id) => constructionPath(construction_id, 'messages'),
  /** 居住者 of a construction (review O9), not among the 94 either. */
  construction_residents: (construction_id: Id) => constructionPath(construction_id, 'residents'),

  /** 書面の文章 of the client and of a construction; not among the 94 either (decision 038). */
  /** The company's own 利用規約 and プライバシーポリシー (decision 050). */
  legal_texts: () => '/settings/legal_texts',
  letter_texts: (document: string) => `/letter_texts/${part(document)}`,
  construction_letter_texts: (construction_id: Id, document: string) => constructionPath(construction_id, `letter_texts/${part(document)}`),

  /** Taking a list in from Excel; not among the 94 of the specification, as the next one with a construction. */
  spreadsheet: (kind: string) => `/spreadsheets/${part(kind)}`,

  building: (id: Id) => `/buildings/${id}`,
  completion_report: (id: Id) => `/completion_reports/${id}`,
  construction_order: (id: Id) => `/construction_orders/${id}`,
  construction: (id: Id) => `/constructions/${id}`,
  contractor: (id: Id) => `/contractors/${id}`,
  department: (id: Id) => `/departments/${id}`,
  electronic_signboard_contractor: (id: Id) => `/electronic_signboard_contractors/${id}`,
  faq: (id: Id) => `/faqs/${id}`,
  incomplete_reason: (id: Id) => `/incomplete_reasons/${id}`,
  option: (id: Id) => `/options/${id}`,
  photography_place: (id: Id) => `/photography_places/${id}`,
  staff: (id: Id) => `/staffs/${id}`,
  supplier: (id: Id) => `/suppliers/${id}`,

  building_documents: (building_id: Id) => buildingPath(building_id, 'building_documents'),
  building_support_versions: (building_id: Id) => buildingPath(building_id, 'building_support_versions'),
  building_room_composition: (building_id: Id) => buildingPath(building_id, 'room_composition'),

  attachment_files: (construction_id: Id) => constructionPath(construction_id, 'attachment_files'),
  common_area_images: (construction_id: Id) => constructionPath(construction_id, 'common_area_images'),
  completion_book: (construction_id: Id) => constructionPath(construction_id, 'completion_book'),
  /** 工事写真台帳; not among the 94 of the specification (decision 039). */
  photo_ledger: (construction_id: Id) => constructionPath(construction_id, 'photo_ledger'),
  /** 理事会報告書, and what a link to one leads to (decision 063). */
  hard_rooms: (construction_id: Id) => constructionPath(construction_id, 'hard_rooms'),
  board_report: (construction_id: Id) => constructionPath(construction_id, 'board_report'),
  /** 届出・連絡 (decision 063). */
  filings: (construction_id: Id) => constructionPath(construction_id, 'filings'),
  shared_report: (client_uuid: string, token: string) => `/board_reports/${part(client_uuid)}/${part(token)}`,
  construction_completion_reports: (construction_id: Id) => constructionPath(construction_id, 'completion_reports'),
  construction_copy: (construction_id: Id) => constructionPath(construction_id, 'copy'),
  detail_schedule: (construction_id: Id) => constructionPath(construction_id, 'detail_schedule'),
  construction_edit: (construction_id: Id) => constructionPath(construction_id, 'edit'),
  in_house_documents: (construction_id: Id) => constructionPath(construction_id, 'in_house_documents'),
  construction_order_list: (construction_id: Id) => constructionPath(construction_id, 'orders'),
  cash_list: (construction_id: Id) => constructionPath(construction_id, 'cash_list'),
  overall_schedule: (construction_id: Id) => constructionPath(construction_id, 'overall_schedule'),
  construction_remaining: (construction_id: Id) => constructionPath(construction_id, 'remaining_constructions'),
  room_composition: (construction_id: Id) => constructionPath(construction_id, 'room_composition'),
  construction_spreadsheet: (construction_id: Id, kind: string) => constructionPath(construction_id, `spreadsheets/${part(kind)}`),
  working_process: (construction_id: Id) => constructionPath(construction_id, 'working_process'),
  room: (construction_id: Id, room_id: Id) => constructionPath(construction_id, `rooms/${room_id}`),
  /** The creation steps; `new` stands for a construction that has no id yet (G-CON-02). */
  step_construction_info: (construction_id: Id | 'new') => constructionPath(construction_id, 'construction_info/new'),
  step_options: (construction_id: Id | 'new') => constructionPath(construction_id, 'options/new'),
  step_overall_schedule: (construction_id: Id | 'new') => constructionPath(construction_id, 'overall_schedule/new'),
  step_photography_places: (construction_id: Id | 'new') => constructionPath(construction_id, 'photography_places/new'),
  step_representative: (construction_id: Id | 'new') => constructionPath(construction_id, 'representative/new'),
  customer_support_versions: (construction_id: Id, id: Id) => constructionPath(construction_id, `rooms/${id}/customer_support_versions`),

  craftsmans: (contractor_id: Id) => `/contractors/${contractor_id}/craftsmans`,
  craftsman: (contractor_id: Id, craftsman_id: Id) => `/contractors/${contractor_id}/craftsmans/${craftsman_id}`,
  subcontract_contractors: (contractor_id: Id) => `/contractors/${contractor_id}/subcontract_contractors`,
  subcontract_contractor: (contractor_id: Id, id: Id) => `/contractors/${contractor_id}/subcontract_contractors/${id}`,
} as const
