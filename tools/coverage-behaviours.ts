/** One line of the program that makes a row of requirements.csv true, and what it says when the row is broken. */
export interface Behaviour {
  file: string
  find: string
  replace: string
}

const inFile =
  (file: string) =>
  (find: string, replace: string): Behaviour => ({ file, find, replace })

const tax = inFile('domain/src/money/tax.ts')
const actor = inFile('domain/src/access/actor.ts')
const accountLabels = inFile('domain/src/accounts/labels.ts')
const assignment = inFile('domain/src/constructions/policy.ts')
const constructionLabels = inFile('domain/src/constructions/labels.ts')
const guards = inFile('web/src/app/guards.ts')
const sidebars = inFile('web/src/app/layouts/staff/sidebars.ts')
const session = inFile('web/src/platform/session/session.ts')
const credentials = inFile('web/src/platform/session/credentials.ts')
const request = inFile('web/src/platform/api/request.ts')
const listState = inFile('web/src/ui/table/list-state.ts')
const errorPage = inFile('web/src/app/errors/ErrorPage.tsx')
const progressBar = inFile('web/src/platform/overlay/ProgressBar.tsx')
const i18n = inFile('web/src/platform/i18n.ts')
const apiHost = inFile('web/src/platform/api/api-host.ts')
const startSettings = inFile('server/src/start/settings.ts')
const rooms = inFile('domain/src/rooms/labels.ts')
const roomNames = inFile('domain/src/rooms/room-names.ts')
const residents = inFile('domain/src/residents/labels.ts')
const formValues = inFile('web/src/constructions/form/form-values.ts')
const overlay = inFile('web/src/platform/overlay/overlay.ts')

const roundedBy = (rule: string, way: string, unit: number): Behaviour =>
  tax(`  ${rule}: ['${way}', ${unit}],`, `  ${rule}: ['${way === 'down' ? 'up' : 'down'}', ${unit}],`)
const roleId = (role: string, id: number): Behaviour => actor(`${role}: ${id}`, `${role}: ${id + 10}`)
const strategy = (name: string, me = 'sign_in') => session(`${name}: {`, `${name}_${me}: {`)
const guardNamed = (name: string, rest: string) => guards(`  ${name}: ${rest}`, `  ${name}_: ${rest}`)

/** By the row's id. What a browser test alone sees is not here: it walks what was built. */
export const behaviours: Readonly<Record<string, Behaviour>> = {
  'R9-TAX-01': tax('TAX_PERCENT = 10', 'TAX_PERCENT = 8'),
  'R9-ROUND-01': roundedBy('round', 'nearest', 1),
  'R9-ROUND-02': roundedBy('round_up', 'up', 1),
  'R9-ROUND-03': roundedBy('round_down', 'down', 1),
  'R9-ROUND-04': roundedBy('round_10', 'nearest', 10),
  'R9-ROUND-05': roundedBy('round_up_10', 'up', 10),
  'R9-ROUND-06': roundedBy('round_down_10', 'down', 10),
  'R9-ROUND-07': roundedBy('round_100', 'nearest', 100),
  'R9-ROUND-08': roundedBy('round_up_100', 'up', 100),
  'R9-ROUND-09': roundedBy('round_down_100', 'down', 100),
  'R9-ROUND-10': roundedBy('round_1000', 'nearest', 1000),
  'R9-ROUND-11': roundedBy('round_up_1000', 'up', 1000),
  'R9-ROUND-12': roundedBy('round_down_1000', 'down', 1000),
  'R9-PRICE-01': tax('}¥${', '}${'),
  'R9-PRICE-02': tax(".toLocaleString('en-US')}", '}'),
  'R9-PRICE-03': tax('Math.abs(Math.trunc(yen))', 'Math.abs(yen)'),

  'R6-ROLE-1': roleId('admin', 1),
  'R6-ROLE-2': roleId('staffAdmin', 2),
  'R6-ROLE-3': roleId('staff', 3),
  'R6-ROLE-4': roleId('craftsman', 4),
  'R6-ROLE-5': roleId('operator', 5),
  'R6-ROLE-6': roleId('resident', 6),
  'R6-TYPE-1': accountLabels("Staff_Admin: '企業管理者'", "Staff_Admin: '管理者'"),
  'R6-TYPE-2': accountLabels("Staff: '企業一般'", "Staff: '一般'"),
  'R6-TYPE-3': accountLabels("Craftsman: '協力会社'", "Craftsman: '職人'"),
  'R4-ENUM-default_display_format': accountLabels("['list', 'grid']", "['list', 'calendar']"),
  'R4-ENUM-construction_type': constructionLabels("'renewal', 'inspection'", "'renewal', 'check'"),
  'R4-ENUM-electronic_signboard_type': constructionLabels("'board', 'header', 'footer'", "'header', 'board', 'footer'"),

  'R6-STRAT-1': strategy('user'),
  'R6-STRAT-2': strategy('resident'),
  'R6-STRAT-3': strategy('admin'),
  'R6-STRAT-4': strategy('operator'),
  'R6-STRAT-5': strategy('oneTimeToken'),
  'R6-STRAT-6': credentials('isStrategy(value) ? value : defaultStrategy', "isStrategy(value) ? value : 'admin'"),
  'R4-BEH-01': session(
    '  forgetSession()\n  forgetChosenClient()\n  storeStrategy(strategy)',
    '  forgetChosenClient()\n  storeStrategy(strategy)',
  ),
  'R4-BEH-03': session(
    '  const user = await fetchUser()\n  session.set(user)\n  return { answer, user }',
    '  const user = await fetchUser()\n  return { answer, user }',
  ),
  'R4-BEH-05': session("{ errors: 'nobody' }).catch(() => {})", "{ errors: 'nobody' })"),
  'R4-BEH-07': session('  forgetTokens()\n', '\n'),

  'R6-ASSIGN-01': assignment(
    "actor.kind !== 'craftsman' || (actor.primaryContractorId === null",
    "actor.kind === 'craftsman' && (actor.primaryContractorId === null",
  ),
  'R6-ASSIGN-02': assignment("boolean => actor.kind !== 'craftsman' || isChild", "boolean => actor.kind === 'craftsman' && isChild"),
  'R6-ASSIGN-03': assignment(
    "  actor.kind !== 'craftsman' || isOwn(actor, company) ||",
    "  actor.kind === 'craftsman' && isOwn(actor, company) ||",
  ),
  'R6-ASSIGN-04': assignment('actor.primaryContractorId === null && ', ''),
  'R6-ASSIGN-05': assignment('|| isChild(actor, company)\n/** A craftsman names', '|| isOwn(actor, company)\n/** A craftsman names'),
  'R6-ASSIGN-06': assignment("  actor.kind !== 'craftsman' || isOwn(actor, company) || isChild(actor, company)", '  actor.kind !== null'),

  'R6-GUARD-01': guards('adminArea([admin, operator])', 'adminArea([admin])'),
  'R6-GUARD-02': guards('admin_authenticated: adminArea([admin]),', 'admin_authenticated: adminArea([admin, operator]),'),
  'R6-GUARD-03': guards('isOneOf(contractor_id, [user.contractor_id]))', 'true)'),
  'R6-GUARD-04': guards(
    'except_resident_and_craftsman_authenticated: afterLogin(allow([admin, staffAdmin, staff, operator]',
    'except_resident_and_craftsman_authenticated: afterLogin(allow([admin, staffAdmin, staff]',
  ),
  'R6-GUARD-05': guards(
    'return allow([admin, staffAdmin, staff], paths.constructions())(user)',
    'return allow([admin, staffAdmin, staff, operator], paths.constructions())(user)',
  ),
  'R6-GUARD-06': guards(', ...(user.subcontract_contractor_ids ?? [])', ''),
  'R6-GUARD-07': guards(
    'user_authenticated: afterLogin(allow([admin, staffAdmin, staff, operator], paths.login())),',
    'user_authenticated: afterLogin(allow([admin, staffAdmin, staff, operator], paths.not_found())),',
  ),
  'R6-GUARD-08': guards('if (user.role_id !== resident) return paths.not_found()', ''),
  'R6-GUARD-09': guards(
    'staff_admin_authenticated: afterLogin(allow([admin, staffAdmin], ',
    'staff_admin_authenticated: afterLogin(allow([admin, staffAdmin, staff], ',
  ),
  'R6-GUARD-10': guards(
    '  staff_authenticated: afterLogin(allow([admin, staffAdmin, staff], ',
    '  staff_authenticated: afterLogin(allow([admin, staffAdmin, staff, operator], ',
  ),
  'R6-GUARD-11': guards('user.can_register_staff ? null : ', ''),
  'R6-GUARD-12': guards(
    'return allow([admin, staffAdmin, staff, operator], paths.login())(user)',
    'return allow([admin, staffAdmin, staff, operator], paths.constructions())(user)',
  ),
  'R6-GUARD-13': guards('isOneOf(construction_id ?? id, user.construction_ids ?? []) ? null', 'id !== null ? null'),
  'R6-GUARD-14': guards(
    'user_authenticated: afterLogin(allow([admin, staffAdmin, staff, operator], paths.login())),',
    'user_authenticated: afterLogin(allow([admin, staffAdmin, staff, craftsman, operator], paths.login())),',
  ),
  'R6-GUARD-15': guards('previous === null ? reloaded : previous !== page', 'previous === null ? reloaded : true'),
  'R6-NAMED-01': guardNamed('admin_and_operator_authenticated', 'adminArea'),
  'R6-NAMED-02': guardNamed('admin_authenticated', 'adminArea'),
  'R6-NAMED-03': guardNamed('craftsman_authenticated', 'afterLogin((user'),
  'R6-NAMED-04': guardNamed('except_resident_and_craftsman_authenticated', 'afterLogin'),
  'R6-NAMED-05': guardNamed('except_resident_and_operator_authenticated', 'afterLogin'),
  'R6-NAMED-06': guardNamed('except_resident_authenticated', 'afterLogin'),
  'R6-NAMED-07': guardNamed('register_staff_authenticated', 'afterLogin'),
  'R6-NAMED-08': guardNamed('reject_direct_access', '('),
  'R6-NAMED-09': guardNamed('resident_authenticated', 'guestsGoTo'),
  'R6-NAMED-10': guardNamed('staff_admin_authenticated', 'afterLogin'),
  'R6-NAMED-11': guardNamed('staff_authenticated', 'afterLogin'),
  'R6-NAMED-12': guardNamed('user_and_assigned_craftsman_authenticated', 'afterLogin'),
  'R6-NAMED-13': guardNamed('user_authenticated', 'afterLogin'),
  'R8-ERR-15': guards('{ statusCode: 500 }', '{ statusCode: 404 }'),

  'R6-MENU-08': sidebars(
    '...when(!is(reader, craftsman, operator), [\n        entry(paths.departments()',
    '...when(!is(reader, operator), [\n        entry(paths.departments()',
  ),
  'R6-MENU-09': sidebars(
    '...when(!is(reader, craftsman, operator), [\n        entry(paths.departments()',
    '...when(!is(reader, operator), [\n        entry(paths.departments()',
  ),
  'R6-MENU-10': sidebars(
    '...when(!is(reader, craftsman, operator), [entry(paths.suppliers()',
    '...when(!is(reader, operator), [entry(paths.suppliers()',
  ),
  'R6-MENU-11': sidebars(
    '...when(!is(reader, craftsman, operator), [entry(paths.suppliers()',
    '...when(!is(reader, operator), [entry(paths.suppliers()',
  ),
  'R6-MENU-16': sidebars(
    '...when(!is(reader, craftsman, operator), [\n        entry(paths.building_room_composition',
    '...when(!is(reader, craftsman), [\n        entry(paths.building_room_composition',
  ),
  'R6-MENU-17': sidebars(
    '...when(!is(reader, craftsman, operator), [\n        entry(paths.building_room_composition',
    '...when(!is(reader, craftsman), [\n        entry(paths.building_room_composition',
  ),
  'R6-MENU-18': sidebars(
    '...when(!is(reader, craftsman), [entry(paths.building_support_versions(id)',
    '...when(!is(reader, operator), [entry(paths.building_support_versions(id)',
  ),

  'R4-ENUM-client_status': inFile('domain/src/clients/labels.ts')("['contracted', 'terminated']", "['contracted', 'ended']"),
  'R4-ENUM-room_status': rooms("['waiting', 'completed', 'reschedule']", "['waiting', 'completed', 'postponed']"),
  'R4-ENUM-reception_status': rooms("'not_yet', 'web'", "'none', 'web'"),
  'R4-ENUM-flat_construction_status': inFile('domain/src/constructions/status.ts')(
    "= ['not_yet', 'in_progress'",
    "= ['not_yet', 'started'",
  ),
  'R4-ENUM-order_status': inFile('domain/src/orders/labels.ts')(
    "'cancel_application', 'cancel_order', 'failed'] as",
    "'cancel_order', 'failed'] as",
  ),
  'R4-ENUM-pay_method': inFile('domain/src/money/pay-method.ts')("['credit', 'webcvs', 'cash', 'other']", "['credit', 'webcvs', 'cash']"),
  'R4-ENUM-photo_timing': inFile('domain/src/photos/labels.ts')(
    "['before_construction', 'under_construction', 'after_construction']",
    "['before_construction', 'after_construction']",
  ),
  'R4-ENUM-construction_order': inFile('domain/src/masters/labels.ts')(
    "topOrBottom = ['top', 'bottom']",
    "topOrBottom = ['bottom', 'top']",
  ),
  'R4-ENUM-gender': residents("['male', 'female', 'other']", "['male', 'female']"),
  'R4-ENUM-own_or_rent': residents("['own', 'rent']", "['own', 'lease']"),

  'R4-BEH-09': formValues('    _destroy,\n    ...(_destroy ? {}', '    ...(_destroy ? {}'),
  'R4-BEH-10': formValues('? { ...row, _destroy: false } : row))', '? row : row))'),
  'R4-BEH-12': roomNames('(block.except_for_lower_digit_four && lowest === 4) || ', ''),
  'R4-BEH-13': roomNames(' || (block.except_for_lower_digit_nine && lowest === 9)', ''),
  'R4-BEH-14': inFile('web/src/chatbot/displayable.ts')('createStore(false)', 'createStore(true)'),
  'R4-BEH-15': overlay('count: count + 1', 'count'),
  'R4-BEH-16': overlay('message: message ?? runningMessage', 'message: runningMessage'),
  'R4-BEH-17': overlay('{ count: count - 1, message }', '{ count: 0, message }'),
  'R9-ROOMNAME-01': roomNames('${room.initials}${room.floor}', '${room.initials}'),
  'R9-ROOMNAME-02': roomNames(".padStart(room.digits, '0')", ''),

  'R7-SHARED-02': apiHost("path.includes('/gateway') || ", ''),
  'R7-SHARED-03': apiHost('user.role_id === 1 || user.role_id === 5 ? chosen', 'user.role_id === 5 ? chosen'),
  'R7-SHARED-04': apiHost('user.role_id === 1 || user.role_id === 5 ? chosen', 'user.role_id === 1 ? chosen'),
  'R7-SHARED-05': apiHost('? chosen : user.client?.cd', '? chosen : chosen'),
  'R7-SHARED-06': apiHost("if (user === null) return 'www'", "if (user === null) return chosen ?? ''"),
  'R7-SHARED-07': apiHost(" || path.startsWith('/api/chatbot_histories')", ''),
  'R7-SHARED-14': overlay('count: count + 1', 'count'),
  'R7-SHARED-18': startSettings("text('CHATBOT_GATEWAY_URL')?.replace(/\\/$/, '') ?? null", 'null'),
  'R7-SHARED-19': startSettings("text('CHATBOT_GATEWAY_PATH') ?? ", ''),
  'R9-CHAT-01': startSettings("'001,002,003'", "'002,003'"),
  'R9-CHAT-02': startSettings("'001,002,003'", "'001,003'"),
  'R9-CHAT-03': startSettings("'001,002,003'", "'001,002'"),
  'R9-CONF-01': inFile('server/src/accounts/routes.ts')('call_center_phone: settings.callCenterPhone', "call_center_phone: ''"),
  'R9-CONF-02': inFile('server/src/accounts/routes.ts')("actor.kind === 'admin' ? settings.backOfficeOrderUrl : ''", "''"),

  'R8-ERR-01': request('if (said !== null) return toast.failure(said)', 'if (said !== null) return'),
  'R8-ERR-08': request('const full = texts(full_messages)', 'const full: string[] = []'),
  'R8-ERR-12': errorPage(
    "typeof error.statusCode === 'number') return error.statusCode",
    "typeof error.statusCode === 'number') return 500",
  ),
  'R8-ERR-13': errorPage('  return 500\n}', '  return 404\n}'),
  'R2-ERRPAGE-03': errorPage('<ErrorContent status={status}', '<ErrorContent status={500}'),
  'R8-ERR-21': inFile('web/src/app/chunk-reload.ts')('    go(address())\n', '\n'),
  'R8-ERR-22': session("    console.error('[session] the current user could not be fetched', error)", '    throw error'),
  'R8-ERR-23': i18n('console.warn(', 'console.info('),
  'R8-ERR-24': i18n('console.error(', 'console.info('),
  'R9-FETCH-01': inFile('web/src/platform/api/api.ts')('minimumFetchDelay = 200', 'minimumFetchDelay = 20'),
  'R9-BAR-01': progressBar('duration: 5_000', 'duration: 500'),
  'R9-BAR-02': progressBar('throttle: 200', 'throttle: 0'),
  'R9-BAR-03': progressBar('height: 2 }', 'height: 3 }'),

  'R3-PAGING-display': listState('display: 25', 'display: 50'),
  'R3-PAGING-totalRows': listState('totalRows: 0', 'totalRows: 1'),
  'R3-PAGING-currentPage': listState('currentPage: 1,', 'currentPage: 0,'),
  'R3-PAGING-perPage': listState('perPage: 25', 'perPage: 50'),
  'R3-PAGING-sortBy': listState("sortBy: ''", "sortBy: 'id'"),
  'R3-PAGING-sortDesc': listState('sortDesc: false', 'sortDesc: true'),
  'R9-PAGE-02': listState('sortDesc: false', 'sortDesc: true'),
  'R9-PAGE-03': listState("sortBy: ''", "sortBy: 'id'"),

  'R7-SHARED-13': inFile('web/src/platform/api/rails-form.ts')('`${name}[]`))', 'name))'),
  'R7-SHARED-15': request('  if (!silent) begin(message)', '  begin(message)'),
}
