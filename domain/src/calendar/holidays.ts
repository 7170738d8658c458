import { addDays, eachDay, weekday, type Day } from './day.ts'

/**
 * Japanese public holidays (D-07), by the law itself: the maintained library is 230 kB and must not reach the browser.
 * The test holds this equal to the library for 2007 to 2050, so a change of the law that the library learns turns it red.
 * Before 2007 (the last reform of Greenery Day) nothing is claimed: null.
 */
export const holidayName = (day: Day): string | null => holidaysOf(Number(day.slice(0, 4))).get(day) ?? null

/** The name where a day is narrow: 勤労感謝 of 勤労感謝の日; what has four characters stays. */
export const shortHolidayName = (name: string): string => (name.length > 4 ? name.replace(/の?日$/, '') : name)

/** Sundays and public holidays from the first to the last day: 「日曜・祝日を休工日にする」 (G-SCH-04). */
export const sundaysAndHolidays = (from: Day, to: Day): Day[] =>
  eachDay(from, to).filter(day => weekday(day) === 0 || holidayName(day) !== null)
/** The days of Obon, 13 to 16 August (D-07). */
export const obon = (year: number): Day[] => eachDay(`${year}-08-13`, `${year}-08-16`)
/** The New Year break that begins in the given year, 29 December to 3 January (D-07). */
export const newYear = (year: number): Day[] => eachDay(`${year}-12-29`, `${year + 1}-01-03`)

const years = new Map<number, ReadonlyMap<Day, string>>()

/** Computed once per year: a calendar asks for every one of its days. */
const holidaysOf = (year: number): ReadonlyMap<Day, string> => {
  const holidaysOfYear = years.get(year)
  if (holidaysOfYear) return holidaysOfYear
  const holidays = year < 2007 ? new Map<Day, string>() : withDaysOff(national(year))
  years.set(year, holidays)
  return holidays
}

const national = (year: number): Map<Day, string> => {
  const on = (monthAndDate: string): Day => `${year}-${monthAndDate}`
  const olympic = olympics[year]
  const emperor = year < 2019 ? '12-23' : '02-23'
  const days: [Day, string][] = [
    [on('01-01'), '元日'],
    [nthMonday(year, '01', 2), '成人の日'],
    [on('02-11'), '建国記念の日'],
    [on(`03-${equinox(year, 20.8431)}`), '春分の日'],
    [on('04-29'), '昭和の日'],
    [on('05-03'), '憲法記念日'],
    [on('05-04'), 'みどりの日'],
    [on('05-05'), 'こどもの日'],
    [olympic ? on(olympic.marine) : nthMonday(year, '07', 3), '海の日'],
    [nthMonday(year, '09', 3), '敬老の日'],
    [on(`09-${equinox(year, 23.2488)}`), '秋分の日'],
    [olympic ? on(olympic.sports) : nthMonday(year, '10', 2), year < 2020 ? '体育の日' : 'スポーツの日'],
    [on('11-03'), '文化の日'],
    [on('11-23'), '勤労感謝の日'],
  ]
  // The Emperor abdicated in 2019 between the two birthdays; that year had none.
  if (year !== 2019) days.push([on(emperor), '天皇誕生日'])
  if (year >= 2016) days.push([on(olympic?.mountain ?? '08-11'), '山の日'])
  if (year === 2019) days.push([on('05-01'), '即位の日'], [on('10-22'), '即位礼正殿の儀の行われる日'])
  return new Map(days)
}

/** Two years moved three holidays by special law, for the Tokyo Olympics. */
const olympics: Readonly<Record<number, { marine: string; sports: string; mountain: string }>> = {
  2020: { marine: '07-23', sports: '07-24', mountain: '08-10' },
  2021: { marine: '07-22', sports: '07-23', mountain: '08-08' },
}

/** Article 3: a holiday on a Sunday moves to the next day that is none; a day between two holidays is one as well. */
const withDaysOff = (holidays: ReadonlyMap<Day, string>): ReadonlyMap<Day, string> => {
  const all = new Map(holidays)
  for (const day of holidays.keys()) {
    const between = addDays(day, 1)
    if (!holidays.has(between) && weekday(between) !== 0 && holidays.has(addDays(day, 2))) all.set(between, '国民の休日')
    if (weekday(day) !== 0) continue
    let substitute = addDays(day, 1)
    while (holidays.has(substitute)) substitute = addDays(substitute, 1)
    all.set(substitute, '振替休日')
  }
  return all
}

const nthMonday = (year: number, month: string, nth: number): Day => {
  const first: Day = `${year}-${month}-01`
  return addDays(first, ((8 - weekday(first)) % 7) + 7 * (nth - 1))
}

/** Day of the month of the equinox in Tokyo, by the formula of the national calendar office for 1980 to 2099. */
const equinox = (year: number, base: number): number => Math.floor(base + 0.242194 * (year - 1980)) - Math.floor((year - 1980) / 4)
