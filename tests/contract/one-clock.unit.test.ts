import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => join('src', name))
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))

/** Code that reads the clock of the device. */
const ofDevice =
  /\.(?:get|set)(?:Hours|Minutes|Date|Day|Month|FullYear)\(|\.toLocale(?:Date|Time)String\(|resolvedOptions\(\)\.timeZone|new Date\(`\$\{\w+\}T(?!.*Z`)/
/** Code that formats a day or a time without naming its time zone. */
const withoutZone = /new Intl\.DateTimeFormat\((?![^)]*timeZone)(?![^)]*\.\.\.)/

/** Each with the reason why the device's clock is right there. */
const allowed: Record<string, string> = {
  'src/shared/domain/time/days.ts': 'the calendar day of a Date that stands for a day',
  'src/shared/domain/text/formats.ts': 'the zone of the device, until that of the company is known',
  'src/shared/domain/time/zoned.ts': 'it asks whether both clocks differ',
  'src/kit/fields/day-text.ts': 'it counts with the calendar day of the company as a local Date',
  'src/features/office/time-tracking/correction.ts': 'five years ago, to the second on neither clock',
  'src/features/production/board/components/job-panel-demo-screen.tsx': 'days of invented jobs',
}

test('screens show one clock: that of the company, never that of the device', () => {
  const found = sources.filter((name) => {
    const text = readFileSync(name, 'utf8')
    return ofDevice.test(text) || withoutZone.test(text)
  })
  expect(found.toSorted()).toEqual(Object.keys(allowed).toSorted())
})
