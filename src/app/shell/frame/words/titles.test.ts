import { expect, test } from 'vitest'
import { publicScreens } from '@/app/areas/public-screens'
import { english } from '@/shared/domain/texts/titles/en'
import { titlesIn } from './titles'

test('the window of every public screen is called in the language of its reader', async () => {
  const titles = publicScreens.flatMap((screen) => ('title' in screen ? [screen.title] : []))
  const translated = new Set(Object.values<string>(english))
  // A check of the payment provider, for the office.
  expect(titles.filter((title) => !translated.has(title))).toEqual(['Payment provider check'])
  expect([...translated].filter((title) => !titles.some((one) => one === title))).toEqual([])
  expect((await titlesIn('de'))['Book an appointment']).toBe('Termin buchen')
})
